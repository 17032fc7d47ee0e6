import { noteLength } from '#contract/values/payments/payments'

/** Returns a sentence that begins with `plea` when the note for the record is too short, or else false. */
export function checkNote(note: string, plea: string): string | false {
  return note.trim().length < noteLength.min && `${plea}, in at least ${noteLength.min} characters.`
}
