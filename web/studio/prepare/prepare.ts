import { type Made, remux } from '../cut/remux'
import { openStored, removeStored } from '../files/stored-files'
import { contentTypes } from '../source/container'
import type { Cut } from '../source/cut'
import { checkSize, type VideoLimits } from '../source/limits'
import { broken, noRoom, Refusal } from '../source/refusal'
import type { SoundChoice, Sounds } from '../source/sounds'
import { openInput, openTracks, readSource, type VideoSource } from '../source/source'
import { transcode } from '../transcode/transcode'
import { checkCut } from './check-cut'
import { type Damage, damageOf, heldSeconds } from './damage'
import { wholePart } from './recording'

/** Share of the whole work that is encoding; copying the result is the rest. */
const shareOfMaking = 0.95

/** A file to prepare, and what to do to it. */
export interface PrepareRequest {
  file: Blob
  /** Name of the new file in OPFS. */
  name: string
  limits: VideoLimits
  cut: Cut | null
  sound: SoundChoice
  /** Whether it is a recorder's file. */
  recorded: boolean
}

export interface PreparedFile {
  /** The file, if it couldn't be stored in OPFS. */
  blob: Blob | null
  contentType: string
  /** Seconds. */
  duration: number
  width: number
  height: number
  isEncoded: boolean
  /** Null where all of the file could be read. */
  damage: Damage | null
  sounds: Sounds
}

type Facts = Omit<PreparedFile, 'blob' | 'isEncoded' | 'damage' | 'sounds'>

interface PrepareOptions extends Pick<PrepareRequest, 'limits' | 'name'> {
  /** Bytes of the source. */
  size: number
  signal: AbortSignal
  onProgress: (share: number) => void
}

/** Prepares the file to publish. Throws Refusal, or the signal's reason. */
export async function prepare(
  { file, name, limits, cut, sound, recorded }: PrepareRequest,
  run: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<PreparedFile> {
  const chosen = recorded ? await wholePart(file) : file
  const source = await readSource(chosen, limits, { cut, sound, recorded })
  try {
    const options = { ...run, name, limits, size: chosen.size }
    const isCopy = source.plan.picture === 'copy' && source.plan.sound !== 'encode'
    const { made, ...about } = isCopy
      ? { made: await remux(source, options), ...facts(source) }
      : await makeAnew(source, options)
    const copy = made.stored ? await openStored(name) : made.blob
    if (!copy) throw new Refusal(noRoom)
    const duration = await heldSeconds(copy)
    // A part is checked on its own, and a recorder announces nothing that it keeps.
    const damage = cut || recorded ? null : await damageOf(source, chosen, duration, run.signal)
    const { sounds } = source
    return { ...about, duration, blob: made.stored ? null : made.blob, isEncoded: !isCopy, damage, sounds }
  } finally {
    source.input.dispose()
  }
}

/** Encodes tracks that can't be copied into a working file, from which the published file is copied. */
async function makeAnew(source: VideoSource, options: PrepareOptions): Promise<Facts & { made: Made }> {
  const { name, limits, size, signal, onProgress } = options
  const working = await transcode(source, {
    name: `${name}.working`,
    size,
    signal,
    onProgress: (share) => onProgress(shareOfMaking * share),
  })
  try {
    const copied = await withMade(source, working.file)
    try {
      const made = await remux(copied, {
        name,
        size: source.plan.picture === 'encode' ? working.file.size : size,
        signal,
        onProgress: (share) => onProgress(shareOfMaking + (1 - shareOfMaking) * share),
      })
      await checkMade(made, source, { name, limits })
      return { made, ...facts(copied) }
    } finally {
      copied.input.dispose()
    }
  } finally {
    await working.remove()
  }
}

/** Returns the source with the encoded tracks in place of its own. */
async function withMade(source: VideoSource, working: Blob): Promise<VideoSource> {
  const copyOf = (audio: VideoSource['audio']) =>
    ({ container: source.container, picture: 'copy', sound: audio ? 'copy' : 'none' }) as const
  if (source.plan.picture === 'encode') {
    const tracks = await openTracks(working)
    const duration = tracks.span.end - tracks.span.start
    return { ...source, ...tracks, plan: copyOf(tracks.audio), cut: null, duration }
  }
  const input = openInput(working)
  const audio = await input.getPrimaryAudioTrack()
  if (!audio) throw new Refusal(broken)
  return { ...source, input, audio, plan: copyOf(audio) }
}

/** Checks the new file. Throws Refusal, and then removes the file. */
async function checkMade(
  made: Made,
  { cut }: VideoSource,
  { name, limits }: Pick<PrepareOptions, 'name' | 'limits'>,
): Promise<void> {
  try {
    const file = made.stored ? await openStored(name) : made.blob
    if (!file) throw new Refusal(noRoom)
    checkSize(file.size, limits)
    if (cut) await checkCut(file, cut.end - cut.start)
  } catch (error) {
    if (made.stored) await removeStored(name)
    throw error
  }
}

function facts({ container, duration, width, height }: VideoSource): Facts {
  return { contentType: contentTypes[container], duration, width, height }
}
