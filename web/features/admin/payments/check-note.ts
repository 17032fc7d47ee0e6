import { noteLength } from '../../../../contract/values/payments/payments'

/** For the record: a sentence that asks for more, or false. */
export function checkNote(note: string, plea: string): string | false {
  return note.trim().length < noteLength.min && `${plea}, in at least ${noteLength.min} characters.`
}
