import { useEffect, useRef } from 'react'
import type { KeptPoster } from '../draft/draft'
import { keepPicture, openPicture, removePicture } from '../draft/kept-pictures'
import type { Poster } from './use-poster'

const unchosen: KeptPoster = { second: null, storedName: null, crop: false }

/** Holds a poster that survives a reload: its second in the draft, or the chosen picture in OPFS. */
export function useKeptPoster(
  poster: Poster,
  kept: KeptPoster | null,
  onKeep: (kept: KeptPoster | null) => void,
): Poster {
  const current = useRef(kept ?? unchosen)
  const latest = useRef(poster)
  latest.current = poster

  useEffect(() => {
    const { second, storedName, crop } = current.current
    if (crop) latest.current.setCrop(crop)
    if (second !== null) latest.current.setSecond(second)
    if (storedName === null) return
    void openPicture(storedName).then((picture) => {
      // Another one may have been chosen while this one was being opened.
      if (picture && current.current.storedName === storedName) latest.current.setPicture(picture)
    })
  }, [])

  function keep(change: Partial<KeptPoster>) {
    const { storedName } = current.current
    const next = { ...current.current, ...change }
    if (storedName !== null && storedName !== next.storedName) void removePicture(storedName)
    current.current = next
    onKeep(next.second === null && next.storedName === null && !next.crop ? null : next)
  }

  return {
    ...poster,
    setSecond: (second) => {
      keep({ second, storedName: null })
      poster.setSecond(second)
    },
    setPicture: async (file) => {
      keep({ second: null, storedName: keepPicture(file) })
      await poster.setPicture(file)
    },
    setCrop: (crop) => {
      keep({ crop })
      poster.setCrop(crop)
    },
    reset: () => {
      keep(unchosen)
      poster.reset()
    },
  }
}
