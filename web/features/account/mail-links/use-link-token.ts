import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * What the link holds that was opened, behind its `#` or, where a mail program made the link itself, as `?token=`. The
 * address loses it at once, so that it is in no history, bookmark or picture of the screen. Null without one.
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

/** Nothing where the address leads to a part of the page, as after "Skip to content". */
function behindHash(hash: string): string {
  const rest = hash.slice(1)
  return document.getElementById(rest) ? '' : rest
}
