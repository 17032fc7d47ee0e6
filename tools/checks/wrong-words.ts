import { globSync, readFileSync } from 'node:fs'
import { allTexts } from './texts.ts'

/** Documents that no script writes, without the tables of attacks, which quote titles of tests. */
const documents = [
  '{README,CHANGELOG,CONTRIBUTING,SECURITY}.md',
  'docs/{crypto,dependencies,deploy,glossary,operating,payments,quality,safety}.md',
  'docs/decisions/*.md',
  'processors/*/README.md',
  'docs/security/*.md',
]
const styleSheet = 'docs/words.md'

interface Unwanted {
  words: string[]
  instead: string
  /** Texts that may use the words nevertheless. */
  but: string[]
}

/** Reads the table of docs/words.md, the one place where unwanted words are listed. */
export function unwantedWords(sheet = readFileSync(styleSheet, 'utf8')): Unwanted[] {
  const rows = sheet.split('\n').filter((line) => line.startsWith('| `'))
  if (rows.length === 0) throw new Error(`${styleSheet} lists no words`)
  return rows.map((row) => {
    const [, words = '', instead = '', but = ''] = row.split('|')
    return { words: quoted(words, /`([^`]+)`/g), instead: instead.trim(), but: quoted(but, /"([^"]+)"/g) }
  })
}

function quoted(cell: string, quote: RegExp): string[] {
  return [...cell.matchAll(quote)].map(([, text = '']) => text)
}

/** Returns a line for each text with an unwanted word, and what to say instead. */
export function wrongWords(): string[] {
  const unwanted = unwantedWords()
  const lines = globSync(documents)
    .sort()
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((text, at) => ({ file, line: at + 1, text })),
    )
  return [...allTexts(), ...lines].flatMap(({ file, line, text }) =>
    findUnwanted(text, unwanted).map((wrong) => `${file}:${line}: ${wrong}`),
  )
}

export function findUnwanted(text: string, unwanted: readonly Unwanted[]): string[] {
  // Names in code, paths and URLs aren't prose.
  const prose = text.replace(/`[^`]*`|\S*\/\S*/g, '')
  return unwanted.flatMap(({ words, instead, but }) =>
    (but.includes(text) ? [] : words)
      .filter((word) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'i').test(prose))
      .map((word) => `"${word}" in "${text.trim()}": say ${instead}`),
  )
}
