import { damageSentence } from './damage-text'
import type { Question } from './question'

const list = new Intl.ListFormat('en')

/** Says what is wrong with a file that can be published nevertheless. */
export function flawSentence(question: Question): string {
  if (question.step === 'damaged') return damageSentence(question.damage)
  return `This video's audio is ${list.format(question.formats)}, which this browser can't read.`
}

/** Asks whether to publish it. */
export function questionText(question: Question): string {
  const ask = question.step === 'damaged' ? 'Publish anyway?' : 'Publish without sound?'
  return `${flawSentence(question)} ${ask}`
}
