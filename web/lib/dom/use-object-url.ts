import { useEffect, useState } from 'react'

/**
 * Returns an object URL for a blob, revoked when the blob changes or the component unmounts. A string is
 * returned as it is.
 */
export function useObjectUrl(blob: Blob | string | null): string | null {
  const [made, setMade] = useState<{ blob: Blob; url: string } | null>(null)
  useEffect(() => {
    if (!blob || typeof blob === 'string') return
    const url = URL.createObjectURL(blob)
    setMade({ blob, url })
    return () => URL.revokeObjectURL(url)
  }, [blob])
  if (typeof blob === 'string') return blob
  // The previous blob's URL is revoked by now.
  return made?.blob === blob ? made.url : null
}
