/**
 * Queries already checked, at most 2000. The length of a list is part of a query's text, so there may be
 * many.
 */
const seen = new Set<string>()
const mostSeen = 2000

/** Throws if two columns of a query's result have the same name. Checks each text once. */
export function refuseSharedNames(query: string): void {
  if (seen.has(query)) return
  const names = resultColumns(query)
  const shared = names.find((name, index) => names.indexOf(name) !== index)
  if (shared)
    throw new Error(`Two result columns are named ${shared}: give one an alias. ${query.slice(0, 200)}`)
  if (seen.size >= mostSeen) seen.clear()
  seen.add(query)
}

/** Returns the column names of a SELECT or RETURNING as far as the text gives them; expressions have none. */
export function resultColumns(query: string): string[] {
  const list = selectList(query) ?? returningList(query)
  if (list === null) return []
  return splitAtCommas(list).flatMap((column) => {
    const name = /(?:"([^"]+)"|`([^`]+)`|(?:\bas\s+|\.)(\w+)|^\s*(\w+))\s*$/i.exec(column)
    return name ? [(name[1] ?? name[2] ?? name[3] ?? name[4] ?? '').toLowerCase()] : []
  })
}

function selectList(query: string): string | null {
  const start = /^\s*select\s+(?:distinct\s+)?/i.exec(query)
  if (!start) return null
  const rest = query.slice(start[0].length)
  const end = topLevel(rest, /\bfrom\b/iy)
  return end === -1 ? rest : rest.slice(0, end)
}

function returningList(query: string): string | null {
  const start = topLevel(query, /\breturning\b/iy)
  return start === -1 ? null : query.slice(start + 'returning'.length)
}

function splitAtCommas(list: string): string[] {
  const parts: string[] = []
  let rest = list
  for (;;) {
    const comma = topLevel(rest, /,/y)
    if (comma === -1) return [...parts, rest]
    parts.push(rest.slice(0, comma))
    rest = rest.slice(comma + 1)
  }
}

/** Returns where a sticky pattern first matches outside brackets and quotes; -1 for nowhere. */
function topLevel(text: string, pattern: RegExp): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (depth === 0) {
      pattern.lastIndex = at
      if (pattern.test(text)) return at
    }
    if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (char === "'" || char === '"' || char === '`') {
      const close = text.indexOf(char, at + 1)
      if (close === -1) return -1
      at = close
    }
  }
  return -1
}
