import { globSync, readFileSync } from 'node:fs'

const modules = [
  '{bench,build,contract,db,dev,processors,scripts,test,tools,web,worker}/**/*.{ts,tsx,css}',
  '*.config.ts',
]
const mostWords = 40

const comments = /^[ \t]*\{?\/\*[\s\S]*?\*\/|^(?:[ \t]*\/\/.*(?:\n|$))+/gm
const marks = /^[ \t]*(?:\{?\/\*\*?|\*\/|\*|\/\/) ?|\*\/\}?$/gm
/** Before an empty line, an indented one, an item of a list and a row of a table. */
const paragraphEnds = /\n(?=\s|[-|]|$)/
const sentenceEnds = /(?<=[.!?][)"]?) (?=["(`\p{Lu}])/u

/** Returns a line for each sentence of a comment that can't be read once. */
export function longSentences(): string[] {
  return globSync(modules)
    .sort()
    .flatMap((file) => longSentencesIn(readFileSync(file, 'utf8')).map((found) => `${file}:${found}`))
}

export function longSentencesIn(source: string): string[] {
  return [...source.matchAll(comments)].flatMap(({ 0: comment, index }) => {
    const line = source.slice(0, index).split('\n').length
    return sentencesOf(comment)
      .map((sentence) => ({ sentence, words: wordsIn(sentence) }))
      .filter(({ words }) => words > mostWords)
      .map(({ sentence, words }) => `${line}: ${words} words, and ${mostWords} are allowed: "${sentence}"`)
  })
}

function sentencesOf(comment: string): string[] {
  return comment
    .replace(marks, '')
    .split(paragraphEnds)
    .flatMap((paragraph) => paragraph.trim().replace(/\s+/g, ' ').split(sentenceEnds))
}

function wordsIn(sentence: string): number {
  return sentence.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length
}
