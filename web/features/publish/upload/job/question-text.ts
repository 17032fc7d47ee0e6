import { damageSentence } from './damage-text'
import type { Question } from './question'

const list = new Intl.ListFormat('en')

/** Says what is wrong with a file that can be published nevertheless. */
export function flawSentence(question: Question): string {
  if (question.step === 'damaged') return damageSentence(question.damage)
  return `This browser can't read this video's audio (${list.format(question.formats)}).`
}

/** Asks whether to publish it. */
export function questionText(question: Question): string {
  const ask = question.step === 'damaged' ? 'Publish anyway?' : 'Publish without sound?'
  return `${flawSentence(question)} ${ask}`
}
