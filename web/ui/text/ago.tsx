import { useEffect, useRef } from 'react'
import { formatTime } from '../../lib/format'
import { timeAgo } from '../../lib/time/time-ago'

/** Says how long ago something was; pointing at it tells when exactly. */
export function Ago({ at }: { at: string }) {
  const text = useRef<HTMLTimeElement>(null)

  // In the reader's time zone, which the worker doesn't know.
  useEffect(() => {
    if (text.current) text.current.title = formatTime(at)
  }, [at])

  return (
    // The worker rendered it a moment ago, by a clock of its own.
    <time ref={text} dateTime={at} suppressHydrationWarning>
      {timeAgo(at)}
    </time>
  )
}
