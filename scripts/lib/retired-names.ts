import { globSync, readFileSync } from 'node:fs'

const rooms = ['worker', 'db', 'web', 'contract']

interface Retired {
  names: string[]
  now: string
  stays: string[]
}

/** Reads the second table of docs/glossary.md, which is the one place where retired words are listed. */
export function retiredNames(glossary = readFileSync('docs/glossary.md', 'utf8')): Retired[] {
  const table = glossary.slice(glossary.indexOf('## Retired'))
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  if (rows.length === 0) throw new Error('docs/glossary.md lists no retired words')
  return rows.map((row) => {
    const [, names = '', now = '', stays = ''] = row.split('|')
    return { names: quoted(names), now: now.trim(), stays: quoted(stays) }
  })
}

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([A-Za-z]+…?)`/g)].map(([, name = '']) => name)
}

/** Returns a line for each file and retired name in it. */
export function wrongNames(): string[] {
  const retired = retiredNames()
  const files = globSync(rooms.map((room) => `${room}/**/*.{ts,tsx}`)).sort()
  return files.flatMap((file) =>
    findRetired(readFileSync(file, 'utf8'), retired).map((wrong) => `${file}: ${wrong}`),
  )
}

/** Finds retired names in code; comments and texts aren't looked at. */
export function findRetired(code: string, retired: readonly Retired[]): string[] {
  const names = new Set(withoutTexts(code).match(/[A-Za-z]\w*/g))
  return [...names].flatMap((name) => {
    const row = retired.find(({ names, stays }) => {
      return names.some((word) => isIn(word, name)) && !stays.some((stay) => isNamed(stay, name))
    })
    return row ? [`${name} is retired, see docs/glossary.md: ${row.now}`] : []
  })
}

/** A word is found among those that a name is made of, a name with several words as a whole. */
function isIn(word: string, name: string): boolean {
  if (word.endsWith('…') || /[A-Z]/.test(word)) return isNamed(word, name)
  const words = name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((each) => each.toLowerCase())
  return words.includes(word)
}

/** `take…` stands for each name that goes on with a capital, but not for `take` or `taken`. */
function isNamed(pattern: string, name: string): boolean {
  if (!pattern.endsWith('…')) return name === pattern
  const start = pattern.slice(0, -1)
  return name.startsWith(start) && /^[A-Z]/.test(name.slice(start.length))
}

const regExp = /(?<=(?:[=(,:[!&|?;]|\breturn)\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//
const text = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/
const comment = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/
const noCode = new RegExp([comment, text, regExp].map(({ source }) => source).join('|'), 'y')
const templateText = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y
const plainCode = /[^'"`/{}]+/y

/** Keeps the code, also the one in each `${…}` of a template literal. */
function withoutTexts(code: string): string {
  let at = 0
  const next = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(code)?.[0] ?? ''
    at += found.length
    return found
  }
  /** Reads to the end, or to the brace that closes the one before. */
  const readCode = (): string => {
    let kept = ''
    while (at < code.length) {
      kept += next(plainCode)
      if (next(noCode) !== '') {
        kept += ' '
        continue
      }
      const char = code[at] ?? ''
      at += 1
      if (char === '}') return kept
      if (char === '{') kept += ` ${readCode()} `
      else if (char === '`') kept += readTemplate()
      else kept += char
    }
    return kept
  }
  const readTemplate = (): string => {
    let kept = ' '
    next(templateText)
    while (code[at] === '$') {
      at += '${'.length
      kept += `${readCode()} `
      next(templateText)
    }
    at += '`'.length
    return kept
  }
  return readCode()
}
