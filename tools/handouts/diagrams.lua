-- Draws the diagrams of a handout: SVG in its page, PDF's own operators on paper. Lua filter for pandoc, run
-- by page.sh after directives.lua. docs/handouts.md says what an author may write; the colours and their
-- names are those of style.css. Lengths are pixels, 0.75 bp on paper; y grows downwards.
local source = PANDOC_STATE.input_files[1]
local is_html = FORMAT:match 'html' ~= nil

local widest = 340  -- what a phone shows without making it smaller
local letter = 12   -- height of text
local small = 10.5

-- --- what is drawn, as a list of shapes --------------------------------------------------------------

-- {kind = 'box', 'path' or 'text', …}; the extent of all of them.
local shapes, right, bottom

local function reach(x, y)
  if x < 0 or y < 0 then error('something begins left of 0 or above 0', 0) end
  right, bottom = math.max(right, x), math.max(bottom, y)
end

-- Markdown to pieces of text, each with how it is set.
local function pieces_of(words)
  local pieces = {}
  local function add(inlines, set)
    for _, inline in ipairs(inlines) do
      local function with(key)
        local more = { [key] = true }
        for k in pairs(set) do more[k] = true end
        return more
      end
      if inline.t == 'Str' then
        pieces[#pieces + 1] = { text = inline.text, set = set }
      elseif inline.t == 'Space' or inline.t == 'SoftBreak' then
        pieces[#pieces + 1] = { text = ' ', set = set }
      elseif inline.t == 'Code' then
        pieces[#pieces + 1] = { text = inline.text, set = with 'code' }
      elseif inline.t == 'Emph' then
        add(inline.content, with 'italic')
      elseif inline.t == 'Subscript' then
        add(inline.content, with 'below')
      elseif inline.t == 'Superscript' then
        add(inline.content, with 'above')
      else
        error(('"%s": a text has *italic*, `code`, ~below~ and ^above^ only'):format(words), 0)
      end
    end
  end
  -- Behind a sign without width nothing begins a list or a heading.
  local blocks = pandoc.read('\u{2060}' .. words, 'markdown-smart-tex_math_dollars').blocks
  for _, block in ipairs(blocks) do
    if block.t ~= 'Para' and block.t ~= 'Plain' then error(('"%s" is more than a line of text'):format(words), 0) end
    add(block.content, {})
  end
  if pieces[1] then pieces[1].text = pieces[1].text:gsub('^\u{2060}', '') end
  return pieces
end

-- About how wide: no font is there to be asked.
local function width_of(pieces, height)
  local width = 0
  for _, piece in ipairs(pieces) do
    local each = piece.set.code and 0.6 or 0.53
    if piece.set.below or piece.set.above then each = each * 0.75 end
    width = width + each * height * utf8.len(piece.text)
  end
  return width
end

local words = { math = math, ipairs = ipairs, pairs = pairs }

function words.text(x, y, what, options)
  options = options or {}
  local height = options.small and small or letter
  local pieces = pieces_of(tostring(what))
  local width = width_of(pieces, height)
  local align = options.align or 'middle'
  local left = align == 'left' and x or align == 'right' and x - width or align == 'middle' and x - width / 2
  if not left then error(('align is "left", "middle" or "right", not "%s"'):format(align), 0) end
  reach(left, y - height / 2)
  reach(left + width, y + 0.62 * height)  -- with what hangs below the line, as of g
  shapes[#shapes + 1] = { kind = 'text', x = x, y = y, pieces = pieces, align = align, height = height, bold = options.bold }
end

local colours = { blue = 1, green = 1, orange = 1, purple = 1, gray = 1 }

function words.box(x, y, width, height, options)
  options = options or {}
  if options.fill and not colours[options.fill] then error(('there is no color "%s"'):format(options.fill), 0) end
  reach(x, y)
  reach(x + width, y + height)
  shapes[#shapes + 1] = { kind = 'box', x = x, y = y, width = width, height = height, fill = options.fill,
    dashed = options.dashed, bold = options.bold }
  if options.text then
    words.text(x + width / 2, y + height / 2, options.text, { small = options.small or height < 17 })
  end
end

function words.cells(x, y, rows, columns, size, look)
  local width, height = size, size
  if type(size) == 'table' then width, height = size[1], size[2] end
  for row = 0, rows - 1 do
    for column = 0, columns - 1 do
      local options = look(row, column)
      if options then words.box(x + column * width, y + row * height, width, height, options) end
    end
  end
end

function words.path(points, options)
  for i = 1, #points, 2 do reach(points[i], points[i + 1]) end
  options = options or {}
  shapes[#shapes + 1] = { kind = 'path', points = points, arrow = options.arrow, dashed = options.dashed, bold = options.bold }
end

function words.brace(x1, x2, y, what)
  local down = x1 > x2 and -1 or 1
  x1, x2 = math.min(x1, x2), math.max(x1, x2)
  words.path { x1, y, x1, y + 4 * down, x2, y + 4 * down, x2, y }
  words.text((x1 + x2) / 2, y + 13 * down, what, { small = true })
end

-- How a whole divides: a bar of the parts {size, colour, words}, in their order, and below it what each is.
function words.shares(parts)
  local all, x, width = 0, 10, 320
  for _, part in ipairs(parts) do all = all + part[1] end
  for i, part in ipairs(parts) do
    words.box(x, 8, width * part[1] / all, 22, { fill = part[2] })
    words.box(10, 26 + 18 * i, 10, 10, { fill = part[2] })
    words.text(28, 31 + 18 * i, part[3], { align = 'left' })
    x = x + width * part[1] / all
  end
end

-- The head of an arrow: a triangle whose tip is the last point.
local function head_of(points)
  local n = #points
  local x, y = points[n - 1], points[n]
  local dx, dy = x - points[n - 3], y - points[n - 2]
  local length = math.sqrt(dx * dx + dy * dy)
  dx, dy = dx / length, dy / length
  return { x, y, x - 7 * dx - 3.2 * dy, y - 7 * dy + 3.2 * dx, x - 7 * dx + 3.2 * dy, y - 7 * dy - 3.2 * dx }
end

local function drawn(code)
  shapes, right, bottom = {}, 0, 0
  -- Names of what is not there are told, not nil.
  local environment = setmetatable({}, {
    __index = function(_, name)
      return words[name] or error(('there is no word "%s" (box, cells, path, text, brace, shares)'):format(name), 0)
    end,
  })
  local run, wrong = load(code, '=line', 't', environment)
  if not run then return nil, wrong end
  local good, said = pcall(run)
  if not good then return nil, said end
  if right > widest then
    return nil, ('it is %d wide, and a phone shows %d'):format(math.ceil(right), widest)
  end
  right, bottom = math.ceil(right) + 1, math.ceil(bottom) + 1  -- for half a line on both sides
  return true
end

-- --- SVG ------------------------------------------------------------------------------------------

local function number(x) return (('%.2f'):format(x):gsub('%.?0+$', '')) end
local escapes = { ['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;' }

local function svg_text(shape)
  local classes = { 'small', 'code', 'italic' }
  local anchors = { left = 'start', middle = 'middle', right = 'end' }
  local text, raised = {}, 0
  for _, piece in ipairs(shape.pieces) do
    local wanted = piece.set.below and 3 or piece.set.above and -4.5 or 0
    local its = {}
    for _, class in ipairs(classes) do
      if piece.set[class] then its[#its + 1] = class end
    end
    if piece.set.below or piece.set.above then its[#its + 1] = 'script' end
    text[#text + 1] = ('<tspan%s%s>%s</tspan>'):format(#its > 0 and (' class="' .. table.concat(its, ' ') .. '"') or '',
      wanted ~= raised and (' dy="' .. number(wanted - raised) .. '"') or '', (piece.text:gsub('[&<>"]', escapes)))
    raised = wanted
  end
  return ('<text x="%s" y="%s" text-anchor="%s"%s%s>%s</text>'):format(number(shape.x), number(shape.y + 0.36 * shape.height),
    anchors[shape.align], shape.height == small and ' class="small"' or '', shape.bold and ' font-weight="bold"' or '',
    table.concat(text))
end

local function svg_points(points)
  local list = {}
  for i = 1, #points, 2 do list[#list + 1] = number(points[i]) .. ',' .. number(points[i + 1]) end
  return table.concat(list, ' ')
end

local function svg()
  local lines = { ('<svg viewBox="-0.5 -0.5 %d %d" style="--width: %d" role="img" aria-hidden="true">'):format(right, bottom, right) }
  for _, shape in ipairs(shapes) do
    local classes = (shape.fill or '') .. (shape.dashed and ' dashed' or '') .. (shape.bold and ' bold' or '')
    local class = classes ~= '' and (' class="' .. classes:gsub('^ ', '') .. '"') or ''
    if shape.kind == 'text' then
      lines[#lines + 1] = svg_text(shape)
    elseif shape.kind == 'box' then
      lines[#lines + 1] = ('<rect x="%s" y="%s" width="%s" height="%s"%s/>'):format(number(shape.x), number(shape.y),
        number(shape.width), number(shape.height), class)
    else
      lines[#lines + 1] = ('<polyline points="%s"%s/>'):format(svg_points(shape.points), class)
      if shape.arrow then lines[#lines + 1] = ('<polygon points="%s"/>'):format(svg_points(head_of(shape.points))) end
    end
  end
  lines[#lines + 1] = '</svg>'
  return table.concat(lines, '\n')
end

-- --- paper ----------------------------------------------------------------------------------------

-- The colours of the page by day, as PDF wants them: three numbers from 0 to 1.
local ink
local function read_colours()
  if ink then return end
  ink = {}
  local file = assert(io.open('tools/handouts/style.css'))
  local day = file:read('a'):match ':root {(.-)}'
  file:close()
  for name, r, g, b in day:gmatch '%-%-([%a-]+): #(%x%x)(%x%x)(%x%x);' do
    ink[name] = ('%.3f %.3f %.3f'):format(tonumber(r, 16) / 255, tonumber(g, 16) / 255, tonumber(b, 16) / 255)
  end
end

local latex_escapes = {
  ['\\'] = '\\textbackslash{}', ['{'] = '\\{', ['}'] = '\\}', ['$'] = '\\$', ['&'] = '\\&', ['#'] = '\\#',
  ['^'] = '\\textasciicircum{}', ['_'] = '\\_', ['~'] = '\\textasciitilde{}', ['%'] = '\\%',
}

local function latex_text(shape)
  local text = {}
  for _, piece in ipairs(shape.pieces) do
    local set = piece.text:gsub('.', latex_escapes)
    if piece.set.code then set = '\\texttt{' .. set .. '}' end
    if piece.set.italic then set = '\\textit{' .. set .. '}' end
    if piece.set.below then set = '\\textsubscript{' .. set .. '}' end
    if piece.set.above then set = '\\textsuperscript{' .. set .. '}' end
    text[#text + 1] = set
  end
  local sides = { left = '[l]', middle = '', right = '[r]' }
  -- As in SVG: `y` is the middle of a capital, and what is placed is the line that letters stand on.
  return ('\\put(%s,%s){\\makebox(0,0)[b%s]{\\fontsize{%s}{%s}\\selectfont%s %s}}'):format(number(shape.x),
    number(bottom - shape.y - 0.36 * shape.height), (sides[shape.align]:gsub('[%[%]]', '')), number(0.75 * shape.height),
    number(0.9 * shape.height), shape.bold and '\\bfseries' or '', table.concat(text))
end

local function pdf_path(points, close)
  local list = {}
  for i = 1, #points, 2 do
    list[#list + 1] = ('%s %s %s'):format(number(points[i]), number(bottom - points[i + 1]), i == 1 and 'm' or 'l')
  end
  return table.concat(list, ' ') .. (close and ' h' or '')
end

local function latex()
  read_colours()
  local lines, texts = {}, {}
  for _, shape in ipairs(shapes) do
    if shape.kind == 'text' then
      texts[#texts + 1] = latex_text(shape)
    else
      lines[#lines + 1] = ('q %s w %s d %s RG'):format(shape.bold and '2' or '1', shape.dashed and '[3 2.5] 0' or '[] 0',
        ink[shape.bold and 'text' or 'edge'])
      if shape.kind == 'box' then
        lines[#lines + 1] = ('%s rg %s %s %s %s re %s Q'):format(ink[shape.fill or 'card'], number(shape.x),
          number(bottom - shape.y - shape.height), number(shape.width), number(shape.height), shape.fill and 'B' or 'S')
      else
        lines[#lines + 1] = pdf_path(shape.points) .. ' S Q'
        if shape.arrow then
          lines[#lines + 1] = ('q %s rg %s f Q'):format(ink.edge, pdf_path(head_of(shape.points), true))
        end
      end
    end
  end
  return ('\\begin{diagram}{%d}{%d}\n\\put(0,0){\\pdfextension literal{q .75 0 0 .75 0 0 cm\n%s\nQ}}\n%s\n\\end{diagram}'):format(
    right, bottom, table.concat(lines, '\n'), table.concat(texts, '\n'))
end

-- --- the page -------------------------------------------------------------------------------------

local count, mistakes = 0, {}

local function raw(text) return pandoc.RawBlock(FORMAT, text) end

local function diagram(div)
  if div.classes[1] ~= 'diagram' then return nil end
  count = count + 1
  local code, caption = div.content[1], { table.unpack(div.content, 2) }
  local function mistake(what) mistakes[#mistakes + 1] = ('%s: ::: diagram, number %d: %s'):format(source, count, what) end
  if not code or code.t ~= 'CodeBlock' then return mistake 'it begins with a block of code, which draws it' end
  if #caption == 0 then return mistake 'below the code a sentence must say what is to be seen' end
  local good, wrong = drawn(code.text)
  if not good then return mistake(wrong) end
  local blocks = pandoc.List()
  if is_html then
    blocks:insert(raw('<figure class="diagram">\n' .. svg() .. '\n<figcaption>'))
    blocks:extend(caption)
    blocks:insert(raw '</figcaption>\n</figure>')
  else
    blocks:insert(raw('\\begin{drawing}\n' .. latex()))
    blocks:insert(raw '\\drawn')
    blocks:extend(caption)
    blocks:insert(raw '\\end{drawing}')
  end
  return blocks
end

function Pandoc(document)
  document = pandoc.Pandoc(pandoc.walk_block(pandoc.Div(document.blocks), { Div = diagram }).content, document.meta)
  if #mistakes > 0 then
    io.stderr:write(table.concat(mistakes, '\n'), '\n')
    os.exit(1)
  end
  return document
end
