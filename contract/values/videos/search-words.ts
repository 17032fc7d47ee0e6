import { foldText, unspaced } from '../shared/fold'
import { foldLoosely } from '../shared/fold-loosely'

// The words of texts and searches. A run is one in a script without spaces: where its words begin and end isn't
// known, so that the index has its characters and pairs of neighbours.

/** A letter, its marks or a digit; not the apostrophe that Unicode has among letters. */
const letter = '(?!ʼ)[\\p{L}\\p{M}\\p{N}]'
const word = new RegExp(`(?:${letter})+`, 'gu')
/** The parts of a word: its runs, and what is between them. */
const part = new RegExp(`(?:${unspaced.source})+|(?:(?!${unspaced.source}).)+`, 'gu')
/** Words with nothing but one other character between them, as in `don't`, `hard-core` and `1,000`. */
const chain = new RegExp(`(?:${letter})+(?:(?!${letter})\\S(?:${letter})+)+`, 'gu')

/** Splits a text into words as they are typed: without case and accents. Each has a loose form. */
export function typedWords(text: string): string[] {
  // A sigma may become the last letter of its word.
  const words = partsOf(foldText(text)).map(foldText)
  return words.filter((each) => foldLoosely(each) !== '')
}

/** Returns each two neighbouring words of a search as one, which it asks for as well. */
export function joinedNeighbours(q: string): string[] {
  const words = typedWords(q)
  return words.slice(1).map((each, at) => `${words[at]}${each}`)
}

/** Splits a text into words as titles, tags and categories are searched for them. */
export function looseWords(text: string): string[] {
  return partsOf(foldLoosely(text))
}

function partsOf(folded: string): string[] {
  return (folded.match(word) ?? []).flatMap((each) => each.match(part) ?? [])
}

/** Words of a search: more hardly narrow it down, and each costs. */
export const maxWords = 8

export function isRun(text: string): boolean {
  return unspaced.test(text)
}

/** Returns the pairs of neighbours in a run, each once. */
export function pairsOf(run: string): string[] {
  const letters = [...run]
  return [...new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`))]
}

/** Returns the words of a text that can be completed and misspelled: all but runs, and those joined. */
export function learnedWords(text: string): string[] {
  return [...looseWords(text).filter((each) => !isRun(each)), ...joinedWords(foldLoosely(text))]
}

/** Returns the words that people write as one. */
function joinedWords(folded: string): string[] {
  return (folded.match(chain) ?? [])
    .filter((each) => !isRun(each))
    .map((each) => (each.match(word) ?? []).join(''))
}

/**
 * Returns what a search may ask for beside the words of a text as it is spelled: words joined, `and` for `&`, and
 * the parts, characters and pairs of its runs.
 */
export function searchForms(text: string): string {
  const folded = foldLoosely(text)
  const mixed = (folded.match(word) ?? []).filter(isRun)
  const parts = mixed.flatMap((each) => each.match(part) ?? [])
  const ofRuns = parts.flatMap((each) => (isRun(each) ? [...pairsOf(each), ...each] : [each]))
  return [...new Set([...joinedWords(folded), ...(folded.includes('&') ? ['and'] : []), ...ofRuns])].join(' ')
}

/** Returns a name as the search index has it. */
export function indexedName(name: string): string {
  return `${foldLoosely(name)} ${searchForms(name)}`.trim()
}
