-- Turns the directives of a handout (docs/handouts.md says what an author may write) into what they
-- stand for. Lua filter for pandoc, run by page.sh in the root of the tree with the metadata
--   lab      its folder's name under labs/
--   edition  "students" or "instructor"
--   depfile  a file that gets, in make's language, what the page was made from; for `target`
-- Every mistake in the text is told, then the page is refused.
local stringify = pandoc.utils.stringify

local source = PANDOC_STATE.input_files[1]
local lab, edition  -- strings
local mistakes = {}
local files = {}  -- that were read

local function mistake(where, what) mistakes[#mistakes + 1] = source .. ': ' .. where .. ': ' .. what end

local function contents(path)
  local file = io.open(path, 'rb')
  local text = file and file:read('a')  -- nothing for a folder
  if file then file:close() end
  if text then files[#files + 1] = path end
  return text
end

-- --- code from files ---------------------------------------------------------------------------------

-- As the author wrote it: {.cpp include="labs/dot/dot.h" from="Task 1"}
local function directive_of(block)
  local words = {}
  for _, class in ipairs(block.classes) do words[#words + 1] = '.' .. class end
  for _, key in ipairs { 'include', 'from', 'to' } do
    local value = block.attributes[key]
    if value then words[#words + 1] = ('%s="%s"'):format(key, value) end
  end
  return '{' .. table.concat(words, ' ') .. '}'
end

-- Why that file must not be read from, or nothing. Students are shown what their own tree holds.
local function refusal(path, for_instructors)
  if path:match '^/' or path:match '%.%.' then return 'the path must lie in the tree, and be relative to its root' end
  if for_instructors or path:match '^labs/[^/]+/[^/]+%.h$' or path:match '^skeletons/' then return nil end
  return 'students are shown code from labs/LAB/LAB.h and skeletons/ only; other files may be included '
    .. 'in a block "::: instructor"'
end

-- The number of the first line from `first` on that contains `text`, or nothing; "^}": that begins so.
local function find_line(lines, text, first)
  local anchored = text:match '^%^(.+)'
  for number = first, #lines do
    local at = lines[number]:find(anchored or text, 1, true)
    if at and (not anchored or at == 1) then return number end
  end
end

-- Without the blanks that all lines begin with, and without empty lines at both ends.
local function trimmed(lines)
  while lines[1] and not lines[1]:find '%S' do table.remove(lines, 1) end
  while lines[#lines] and not lines[#lines]:find '%S' do table.remove(lines) end
  local indent = math.huge
  for _, line in ipairs(lines) do
    if line:find '%S' then indent = math.min(indent, #line:match '^ *') end
  end
  for i, line in ipairs(lines) do lines[i] = line:sub(indent + 1) end
  return lines
end

-- The lines that a directive means: from the first that contains `from` to the first from there on that
-- contains `to`, both in.
local function excerpt(block)
  local path, from, to = block.attributes.include, block.attributes.from, block.attributes.to
  local directive = directive_of(block)
  local text = contents(path)
  if not text then return mistake(directive, 'there is no file ' .. path) end
  local lines = {}
  for line in (text:gsub('\n$', '') .. '\n'):gmatch '(.-)\r?\n' do lines[#lines + 1] = line end
  local first, last = 1, #lines
  if from then
    first = find_line(lines, from, 1)
    if not first then return mistake(directive, ('no line of %s contains from="%s"'):format(path, from)) end
  end
  if to then
    last = find_line(lines, to, first)
    if not last then
      return mistake(directive, ('no line of %s contains to="%s" (looked from line %d on)'):format(path, to, first))
    end
  end
  return table.concat(trimmed(table.move(lines, first, last, 1, {})), '\n')
end

-- CUDA has the highlighting of cuda.xml.
local function highlighted(block)
  if block.classes[1] == 'cpp' or block.classes[1] == 'c++' then block.classes[1] = 'cuda' end
  return block
end

local function listing(block, for_instructors)
  local path = block.attributes.include
  if not path then return nil end
  local why = refusal(path, for_instructors)
  if why then
    mistake(directive_of(block), why)
    return {}
  end
  local text = excerpt(block)
  if not text then return {} end
  local code = highlighted(pandoc.CodeBlock(text, pandoc.Attr(block.identifier, block.classes)))
  local name = pandoc.Plain { pandoc.Code(path) }
  return pandoc.Div({ pandoc.Div({ name }, pandoc.Attr('', { 'file' })), code }, pandoc.Attr('', { 'listing' }))
end

-- --- tables from the lab -----------------------------------------------------------------------------

local function markdown(text) return pandoc.read(text, 'markdown-smart').blocks end

-- The numbers of the tasks lead to their sections.
local function tasks(ids)
  files[#files + 1] = 'labs/' .. lab .. '/lab.json'
  local made, text = pcall(pandoc.pipe, 'build/warpgrade', { 'tasks', lab }, '')
  if not made then
    mistake('::: {.tasks}', '`build/warpgrade tasks ' .. lab .. '` failed: is it built?')
    return {}
  end
  return markdown((text:gsub('(\n| *)(%d+)', function(before, number)
    return ids['task-' .. number] and ('%s[%s](#task-%s)'):format(before, number, number)
  end)))
end

-- What earns all points of each task (a list of blocks per task).
local function targets()
  local made, text = pcall(pandoc.pipe, 'build/warpgrade', { 'tasks', lab, '--targets' }, '')
  if made then return markdown(text)[1].content end
  mistake('::: {.target}', '`build/warpgrade tasks ' .. lab .. ' --targets` failed: is it built?')
  return {}
end

-- Target and effort, in the section of their task.
local function with_targets(blocks)
  local task, all
  for i, block in ipairs(blocks) do
    if block.t == 'Header' then
      task = tonumber(block.identifier:match '^task%-(%d+)$')
    elseif block.t == 'Div' and block.classes[1] == 'target' then
      all = all or targets()
      local hours = block.attributes.hours
      if not hours or not all[task] then
        mistake('::: {.target}', 'it is in the section of a task, and hours="2–3" says how long the task may take')
      else
        local function strong(words) return pandoc.Strong { pandoc.Str(words) } end
        local head = pandoc.Para { strong 'Expected effort:', pandoc.Space(), pandoc.Str(hours), pandoc.Space(),
          pandoc.Str(hours == '1' and 'hour' or 'hours'), pandoc.Space(), pandoc.Str '(an estimate).', pandoc.Space(),
          strong 'All points for efficiency and speed:' }
        blocks[i] = pandoc.Div({ head, all[task][1] }, pandoc.Attr('', { 'target' }))
      end
    end
  end
  return blocks
end

local function memory() return markdown(contents 'tools/handouts/memory.md') end

local function results()
  local path = 'docs/variants/' .. lab .. '.md'
  local text = contents(path)
  if text then return dofile 'tools/handouts/results.lua'(text, path) end
  return { pandoc.Para { pandoc.Str 'There is no measurement of this lab’s versions yet.' } }
end

-- --- the whole page ----------------------------------------------------------------------------------

local function walk(blocks, filter) return pandoc.walk_block(pandoc.Div(blocks), filter).content end

local function has_class(element, class)
  for _, other in ipairs(element.classes) do
    if other == class then return true end
  end
  return false
end

-- Instructor blocks go, or stay with a label. tools/kit.sh takes them out of the text by their first and
-- last lines alone, so that they may not be written in another way.
local function for_edition(blocks)
  local count, lines = 0, 0
  for line in (contents(source) .. '\n'):gmatch '(.-)\r?\n' do
    if line:match '^:::+ *instructor *$' or line:match '^:::+ *{ *%.instructor *}$' then lines = lines + 1 end
  end
  local result = walk(blocks, {
    Div = function(div)
      if not has_class(div, 'instructor') then return nil end
      count = count + 1
      if edition == 'students' then return {} end
      div = pandoc.walk_block(div, { CodeBlock = function(block) return listing(block, true) end })
      local label = pandoc.Para { pandoc.Strong { pandoc.Str 'For instructors' } }
      table.insert(div.content, 1, pandoc.Div({ label }, pandoc.Attr('', { 'label' })))
      div.classes = { 'instructor' }
      return div
    end,
  })
  if count ~= lines then
    mistake('::: instructor', 'a block for instructors begins with this line, with no blank before it and no word after it')
  end
  return result
end

local function identifiers(blocks)
  local ids = {}
  local function note(element)
    if element.identifier ~= '' then ids[element.identifier] = true end
  end
  walk(blocks, { Header = note, Div = note, Span = note, CodeBlock = note, Code = note, Link = note, Image = note })
  return ids
end

local function check_links(blocks, ids)
  walk(blocks, {
    Link = function(link)
      local target = link.target
      local where = ('[%s](%s)'):format(stringify(link.content), target)
      if target:match '^#' then
        if not ids[target:sub(2)] then mistake(where, 'there is no section ' .. target) end
      elseif not target:match '^https?://' and not target:match '^mailto:' then
        mistake(where, 'a page is handed out alone: link to one of its sections or to https://…, and write '
          .. 'the name of a file as `code`')
      end
    end,
  })
end

-- Comments are the author's own; other HTML or TeX would be in one kind of page and not in the other.
local function without_raw(blocks)
  local function drop(element)
    if not element.text:match '^%s*<!%-%-.*%-%->%s*$' then
      mistake(element.text, 'raw ' .. element.format .. ' is not for all kinds of pages: write Markdown')
    end
    return {}
  end
  return walk(blocks, { RawBlock = drop, RawInline = drop })
end

-- What was meant as a directive and is none: it stood in a paragraph.
local function check_leftovers(blocks)
  walk(blocks, {
    Code = function(code)
      if code.text:match 'include="' then
        mistake(code.text, 'this is no block of code: it needs an empty line before it, ``` after it, and '
          .. 'no value that begins with a blank')
      end
    end,
    Str = function(word)
      if word.text:match '^:::' then
        mistake(word.text, 'this opens or closes no block: it needs an empty line before it and one name behind it')
      end
    end,
  })
end

local function write_depfile(path, target)
  if path == '' then return end
  local file = assert(io.open(path, 'w'))
  local list = table.concat(files, ' ')
  file:write(target, ': ', list, '\n')
  for name in list:gmatch '%S+' do file:write(name, ':\n') end  -- gone: made again, no error
  file:close()
end

function Pandoc(document)
  local meta = document.meta
  lab, edition = stringify(meta.lab), stringify(meta.edition)
  if not meta.title then mistake('head', 'a line "title: …" between two lines "---" is missing') end

  local blocks = with_targets(without_raw(for_edition(document.blocks)))
  local ids = identifiers(blocks)
  blocks = walk(blocks, {
    CodeBlock = function(block) return listing(block, false) or highlighted(block) end,
    Div = function(div)
      if has_class(div, 'tasks') then
        div.content = tasks(ids)
        return div
      elseif has_class(div, 'results') then
        return results()
      elseif has_class(div, 'memory') then
        return memory()
      end
      for _, class in ipairs(div.classes) do
        if not ({ instructor = 1, label = 1, listing = 1, file = 1, diagram = 1, target = 1 })[class] then
          mistake('::: ' .. class, 'there is no such directive (tasks, target, memory, results, diagram, instructor)')
        end
      end
    end,
  })
  check_links(blocks, ids)
  check_leftovers(blocks)
  if #mistakes > 0 then
    io.stderr:write(table.concat(mistakes, '\n'), '\n')
    os.exit(1)
  end
  write_depfile(stringify(meta.depfile or ''), stringify(meta.target or ''))
  if edition == 'instructor' then
    meta.instructor = true
    meta.pagetitle = stringify(meta.title) .. ' (instructor’s edition)'
  end
  return pandoc.Pandoc(blocks, meta)
end
