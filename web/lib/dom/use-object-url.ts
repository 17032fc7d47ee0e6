import { useEffect, useState } from 'react'

/** An address for a blob, given back when the blob changes or the component goes. An address stays as it is. */
export function useObjectUrl(blob: Blob | string | null): string | null {
  const [made, setMade] = useState<{ blob: Blob; url: string } | null>(null)
  useEffect(() => {
    if (!blob || typeof blob === 'string') return
    const url = URL.createObjectURL(blob)
    setMade({ blob, url })
    return () => URL.revokeObjectURL(url)
  }, [blob])
  if (typeof blob === 'string') return blob
  // The address of the blob before is dead by now.
  return made?.blob === blob ? made.url : null
}
