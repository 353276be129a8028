-- Lays a handout out for its format, after directives.lua: levels of headings, widths of tables, where code
-- and formulas may be broken, what LaTeX has for a listing and for an instructors' block.
local stringify = pandoc.utils.stringify
local is_html = FORMAT:match 'html' ~= nil
local is_latex = FORMAT:match 'latex' ~= nil

local function walk(blocks, filter) return pandoc.walk_block(pandoc.Div(blocks), filter).content end

local latex_escapes = {
  ['\\'] = '\\textbackslash{}', ['{'] = '\\{', ['}'] = '\\}', ['$'] = '\\$', ['&'] = '\\&', ['#'] = '\\#',
  ['^'] = '\\textasciicircum{}', ['_'] = '\\_', ['~'] = '\\textasciitilde{}', ['%'] = '\\%',
}
local html_escapes = { ['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;' }

-- A long name may be broken behind an underscore within it, a slash, a comma or a bracket; on paper, where
-- lines are filled, if need be before a capital.
local function breakable(code)
  if #code.classes > 0 then return nil end
  local escapes = is_html and html_escapes or latex_escapes
  local pause = is_html and '<wbr>' or '\\codebreak{}'
  local text = code.text:gsub('()(.)', function(at, c)
    local around = code.text:sub(math.max(1, at - 1), at + 1)
    local may = around:match '%w_%w' or around:match '.[/,(]%S'
    local camel = is_latex and code.text:sub(at, at + 1):match '%l%u' and '\\camelbreak{}'
    return (escapes[c] or c) .. (may and pause or camel or '')
  end)
  if is_html then return pandoc.RawInline('html', '<code>' .. text .. '</code>') end
  return pandoc.RawInline('latex', '\\texttt{' .. text .. '}')
end

-- Browsers would break a line between a formula and the comma behind it, or the bracket before it.
local function held_together(inlines)
  local result = {}
  for i, inline in ipairs(inlines) do
    local previous, before = inlines[i - 1], result[#result]
    local held = before and before.t == 'Span' and before.classes[1] == 'held' and before
    local closing, rest
    if inline.t == 'Str' and previous and previous.t == 'Math' then
      closing, rest = inline.text:match '^([%.,;:!?%)]+)(.*)$'
      if not closing and utf8.len(inline.text) <= 3 then closing, rest = inline.text, '' end
    end
    if inline.t == 'Math' and inline.mathtype == 'InlineMath' then
      local opening = previous and previous.t == 'Str' and previous.text:match '[%(“-]$' and before.t == 'Str'
      if opening then table.remove(result) end
      result[#result + 1] = pandoc.Span(opening and { before, inline } or { inline }, pandoc.Attr('', { 'held' }))
    elseif closing and held then
      table.insert(held.content, pandoc.Str(closing))
      if rest ~= '' then result[#result + 1] = pandoc.Str(rest) end
    else
      result[#result + 1] = inline
    end
  end
  return result
end

local function raw(text) return pandoc.RawBlock(FORMAT, text) end

-- Sizes of letters for tables on paper, and about how many fit a line without columns.
local sizes = {
  { name = 'small', letters = 113 }, { name = 'footnotesize', letters = 127 }, { name = 'scriptsize', letters = 145 },
}
local function letters_in_columns(size, columns) return size.letters * (1 - 0.023 * columns) end

-- Letters of a cell, and of its longest word. Code is set wider than text, capitals are wider too.
local function lengths_of(blocks)
  local length, longest = 0, 0
  local function count(text, factor, word)
    for part in text:gmatch(word) do
      local width = factor * (utf8.len(part) + 0.35 * #part:gsub('[^A-Z]', ''))
      length, longest = length + width, math.max(longest, width)
    end
  end
  for _, block in ipairs(blocks) do
    pandoc.walk_block(block, {
      Str = function(element) count(element.text, 1, '.+') end,
      Space = function() length = length + 1 end,
      -- A name stays whole if it can.
      Code = function(element) count(element.text, 1.15, #element.text < 24 and '.+' or '[^ _/,(]*[ _/,(]?') end,
      Math = function(element) count(element.text:gsub('\\%a+', 'x'):gsub('[{}_^]', ''), 1.1, '.+') end,
    })
  end
  return length + 1, math.max(2, longest) + 1
end

-- The share of a line for each column, none where all cells fit as they are: each gets what its longest
-- word needs, and of what is left those that want less than an equal part get that, the others equal parts.
local function shares_of(wanted, least, letters)
  local left, rising = letters, {}
  for c = 1, #wanted do
    left = left - least[c]
    rising[c] = c
  end
  local function more(c) return wanted[c] - least[c] end
  table.sort(rising, function(a, b) return more(a) < more(b) end)
  local shares = {}
  for i, c in ipairs(rising) do
    local part = math.max(0, math.min(more(c), left / (#rising - i + 1)))
    shares[c] = (least[c] + part) / letters
    left = left - part
  end
  return shares
end

-- Gives the columns of a table their widths, and returns the size of its letters. A browser finds good
-- widths itself.
local function fitted(element)
  local shares, name = {}, sizes[1].name
  if is_latex then
    local simple = pandoc.utils.to_simple_table(element)
    local wanted, least, all, words = {}, {}, 0, 0
    for c, cell in ipairs(simple.header) do
      wanted[c], least[c] = lengths_of(cell)
      for _, row in ipairs(simple.rows) do
        local length, word = lengths_of(row[c])
        wanted[c], least[c] = math.max(wanted[c], length), math.max(least[c], word)
      end
      all, words = all + wanted[c], words + least[c]
    end
    for _, size in ipairs(sizes) do
      local letters = letters_in_columns(size, #wanted)
      name = size.name
      shares = all > letters and shares_of(wanted, least, letters) or {}
      if words < 0.8 * letters then break end
    end
  end
  for c, spec in ipairs(element.colspecs) do element.colspecs[c] = { spec[1], shares[c] } end
  return name
end

-- Divisions to what the format has for them. From the outside in, by hand: the walk goes the other way.
local function dressed(blocks)
  local result = {}
  for _, block in ipairs(blocks) do
    local pieces = { block }
    if block.t == 'Table' then
      local size = fitted(block)
      if is_html then pieces = { pandoc.Div({ block }, pandoc.Attr('', { 'table' })) } end
      if is_latex then pieces = { raw('\\tablesize{\\' .. size .. '}'), block } end
    elseif block.t == 'Div' then
      local class = block.classes[1]
      block.content = dressed(block.content)
      if is_latex and class == 'listing' then
        local name = stringify(block.content[1]):gsub('.', latex_escapes)
        pieces = { raw('\\listingname{' .. name .. '}'), block.content[2] }
      elseif is_latex and class == 'instructor' then
        pieces = block.content
        table.insert(pieces, 1, raw '\\begin{instructor}')
        table.insert(pieces, raw '\\end{instructor}')
      end
    end
    for _, piece in ipairs(pieces) do result[#result + 1] = piece end
  end
  return result
end

-- Sections begin at the level below the title, whatever level the author began with.
local function shift_headings(blocks)
  local least = 9
  walk(blocks, { Header = function(header) least = math.min(least, header.level) end })
  local shift = (is_html and 2 or 1) - least
  return walk(blocks, {
    Header = function(header)
      header.level = header.level + shift
      return header
    end,
  })
end

function Pandoc(document)
  local blocks = dressed(shift_headings(document.blocks))
  blocks = walk(blocks, { Code = breakable })
  if is_html then
    -- pandoc knows all of TeX's large brackets but one.
    local function known(math)
      math.text = math.text:gsub('\\Bigl%f[%A]', '\\Big')
      return math
    end
    blocks = walk(walk(blocks, { Math = known }), { Inlines = held_together })
  end
  return pandoc.Pandoc(blocks, document.meta)
end
