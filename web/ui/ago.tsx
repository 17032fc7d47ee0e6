import { formatTime } from '../lib/format'
import { timeAgo } from '../lib/time/time-ago'

/** Says how long ago something was; pointing at it tells when exactly. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatTime(at)}>
      {timeAgo(at)}
    </time>
  )
}
