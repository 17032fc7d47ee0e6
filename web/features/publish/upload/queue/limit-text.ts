import { dayMs } from '../visibility/local-time'

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
})

/** Says that a limit of the site holds an upload, and until when: it goes on without a word. */
export function limitText(until: number | null, now = Date.now()): string {
  if (until === null) return "You've reached the upload limit."
  const format = until - now < dayMs / 2 ? time : dayAndTime
  // Rounded up, so that the minute shown is one that holds.
  return `You've reached the upload limit. Continues at ${format.format(until + 59_999)}.`
}
