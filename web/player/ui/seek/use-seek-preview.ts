import { useCallback, useEffect, useRef, useState } from 'react'

const shownForMs = 1200

/** Returns the second to show above the seek bar after a key has moved the playhead, and null afterwards. */
export function useSeekPreview(): [number | null, (second: number | null) => void] {
  const [previewed, setPreviewed] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const preview = useCallback((second: number | null) => {
    clearTimeout(timer.current)
    setPreviewed(second)
    if (second !== null) timer.current = setTimeout(() => setPreviewed(null), shownForMs)
  }, [])

  useEffect(() => () => clearTimeout(timer.current), [])
  return [previewed, preview]
}
