import { useEffect, useRef } from 'react'
import { createStored, openStored, removeStored } from '../../../../studio/files/stored-files'
import type { KeptPoster } from '../form/draft'
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
  const lastPick = useRef<Blob>(null)
  latest.current = poster

  useEffect(() => {
    const { second, storedName, crop } = current.current
    if (crop) latest.current.setCrop(crop)
    if (second !== null) latest.current.setSecond(second)
    if (storedName === null) return
    void openStored(storedName).then((picture) => {
      // Another one may have been chosen while this one was being opened.
      if (picture && current.current.storedName === storedName) return latest.current.setPicture(picture)
    })
  }, [])

  function keep(change: Partial<KeptPoster>) {
    const { storedName } = current.current
    const next = { ...current.current, ...change }
    if (storedName !== null && storedName !== next.storedName) void removeStored(storedName)
    current.current = next
    onKeep(next.second === null && next.storedName === null && !next.crop ? null : next)
  }

  async function keepPicture(file: Blob) {
    const storedName = await store(file)
    if (lastPick.current === file) keep({ second: null, storedName })
    else if (storedName !== null) await removeStored(storedName)
  }

  return {
    ...poster,
    setSecond: (second) => {
      lastPick.current = null
      keep({ second, storedName: null })
      poster.setSecond(second)
    },
    setPicture: async (file) => {
      lastPick.current = file
      await Promise.all([poster.setPicture(file), keepPicture(file)])
    },
    setCrop: (crop) => {
      keep({ crop })
      poster.setCrop(crop)
    },
    reset: () => {
      lastPick.current = null
      keep(unchosen)
      poster.reset()
    },
  }
}

/** Returns the name of a copy in OPFS; null where the browser can't make one. */
async function store(file: Blob): Promise<string | null> {
  const name = crypto.randomUUID()
  try {
    const writable = await (await createStored(name))?.createWritable()
    await writable?.write(file)
    await writable?.close()
    return writable ? name : null
  } catch {
    await removeStored(name)
    return null
  }
}
