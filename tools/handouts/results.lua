-- The tables of docs/variants/LAB.md, one per size, as one table for a handout: a row per variant, a column per size.
-- Returns a function of the text and its path, for directives.lua.
local stringify = pandoc.utils.stringify

local function markdown(text) return pandoc.read(text, 'markdown-smart').blocks end

-- "n = 4096, block_size = 256, float" to { n = 4096, block_size = 256 } and { 'n', 'block_size' }.
local function sizes_in(heading)
  local sizes, names = {}, {}
  for name, value in heading:gmatch '([%w_]+) = (%d+)' do
    sizes[name], names[#names + 1] = tonumber(value), name
  end
  return sizes, names
end

-- The variants; a column per size, in rising order, with the time and the share of each variant; the names of
-- sizes that differ.
local function measurements(blocks)
  local columns, names, sizes = {}, nil, nil
  local variants = {}  -- in order, each with its name and what it is
  for _, block in ipairs(blocks) do
    if block.t == 'Header' and block.level == 2 then
      sizes, names = sizes_in(stringify(block.content))
    elseif block.t == 'Table' then
      local simple = pandoc.utils.to_simple_table(block)
      local at = {}
      for c, cell in ipairs(simple.header) do at[stringify(cell)] = c end
      local column = { sizes = sizes, cells = {} }
      for _, row in ipairs(simple.rows) do
        local variant = stringify(row[1]):match '^%S+'
        if not sizes then
          variants[#variants + 1] = { name = variant, what = row[at['what it is']][1].content }
        else
          local share = at['of the library'] or at['of the roofline']
          local text = stringify(row[at.time]):gsub(' ', '\u{a0}') .. (stringify(row[at.verdict]) == 'ok' and '' or '*')
          column.cells[variant] = { text, share and stringify(row[share]):gsub(' ', '\u{a0}') or '' }
          column.share = share and stringify(simple.header[share])
        end
      end
      if sizes then columns[#columns + 1] = column end
    end
  end
  local differ = {}
  for _, name in ipairs(names or {}) do
    for _, column in ipairs(columns) do
      if column.sizes[name] ~= columns[1].sizes[name] then
        differ[#differ + 1] = name
        break
      end
    end
  end
  table.sort(columns, function(a, b)
    for i = #differ, 1, -1 do
      local x, y = a.sizes[differ[i]], b.sizes[differ[i]]
      if x ~= y then return x < y end
    end
    return false
  end)
  return variants, columns, differ
end

-- "n = 4096"; what has the same size as the name before it: "M = N = 8". Long names may be broken.
local function heading_of(sizes, differ)
  local text = ''
  for i, name in ipairs(differ) do
    local next = differ[i + 1]
    text = text .. name:gsub('_', '_%%') .. ' = ' .. (next and sizes[next] == sizes[name] and '' or sizes[name] .. (next and ', ' or ''))
  end
  local words = {}
  for word, after in text:gmatch '([^ %%]+)([ %%]?)' do
    words[#words + 1] = pandoc.Str(word)
    if after == ' ' then words[#words + 1] = pandoc.Space() end
    if after == '%' then words[#words + 1] = pandoc.RawInline(FORMAT, FORMAT:match 'html' and '<wbr>' or '\\codebreak{}') end
  end
  return pandoc.Plain(words)
end

local function plain(words) return { pandoc.Plain(words) } end

return function(text, path)
  local blocks = markdown(text)
  local variants, columns, differ = measurements(blocks)
  local header, aligns, widths = { plain { pandoc.Str 'variant' } }, { 'AlignLeft' }, { 0 }
  for _, column in ipairs(columns) do
    header[#header + 1] = { heading_of(column.sizes, differ) }
    aligns[#aligns + 1], widths[#widths + 1] = 'AlignRight', 0
  end
  local rows, unverified = {}, false
  for _, variant in ipairs(variants) do
    local name, any = { pandoc.Code(variant.name), pandoc.Span({ pandoc.Str ':', pandoc.Space() }, pandoc.Attr('', { 'what' })) }, false
    name[2].content:extend(variant.what)
    local row = { plain(name) }
    for _, column in ipairs(columns) do
      local cell = column.cells[variant.name]
      any = any or cell
      unverified = unverified or cell and cell[1]:match '%*$'
      row[#row + 1] = cell and plain { pandoc.Str(cell[1]), pandoc.Space(), pandoc.Emph { pandoc.Str(cell[2]) } } or {}
    end
    if any then rows[#rows + 1] = row end
  end
  local share = columns[1].share
  local note = ('Each cell: the time of a call%s.%s All columns: `%s`.'):format(
    share and ', and the speed in percent ' .. share or '',
    unverified and ' An asterisk: the result was not verified at this size.' or '', path)
  local result = pandoc.List(markdown(note))
  result:insert(pandoc.Div({ pandoc.utils.from_simple_table(pandoc.SimpleTable({}, aligns, widths, header, rows)) },
    pandoc.Attr('', { 'results' })))
  for _, block in ipairs(blocks) do
    local words = stringify(block)
    if words:match '^Measured on' then result:extend(markdown((words:gsub('; "with transfers"[^.]*', '')))) end
  end
  return result
end
