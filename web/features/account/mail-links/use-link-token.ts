import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Returns the token of the opened link, from its `#` or, where an email program rewrote the link, from
 * `?token=`; null without one. Removes it from the address at once, to keep it out of history, bookmarks and
 * screenshots.
 */
export function useLinkToken(): string | null {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [kept, setKept] = useState<string | null>(null)
  const arrived = behindHash(hash) || new URLSearchParams(search).get('token')

  useEffect(() => {
    if (!arrived) return
    setKept(arrived)
    navigate(pathname, { replace: true })
  }, [arrived, pathname, navigate])

  return arrived || kept
}

/** Returns the hash, or nothing where it names a part of the page, as after "Skip to content". */
function behindHash(hash: string): string {
  const rest = hash.slice(1)
  return document.getElementById(rest) ? '' : rest
}
