import {
  BufferSource,
  CustomSource,
  Input,
  type InputTrack,
  type InputVideoTrack,
  MP4,
  UnsupportedInputFormatError,
  WEBM,
} from 'mediabunny'
import { isProtected } from '#contract/values/videos/codec-names'
import type { ReadAt } from '../read-at'

/** A container's own description, read by the server. */
export interface Probe {
  /** Seconds; null where the file doesn't say. */
  duration: number | null
  video: VideoFacts[]
  /** Names of the codecs, in the order of the tracks. */
  audio: string[]
}

export interface VideoFacts {
  /** `avc`, `hevc`, `vp9` …; where the codec is unknown, the container's own name for it. */
  codec: string
  /** RFC 6381, such as `avc1.64001f`; null where the codec is unknown. */
  parameters: string | null
  /** As shown: after rotation and with square pixels. */
  width: number
  height: number
}

/** Tracks of a CMAF file, read from its `ftyp` and `moov` alone. */
export interface InitProbe extends Probe {
  /** RFC 6381, of all tracks. */
  codecs: string
  /** Timescales by track ID. */
  timescales: Map<number, number>
}

/** Far above what a leading index needs, and below what one invocation may request from R2. */
const maxReads = 500

/** The file's structure contradicts itself, or asks for more reads than any sound file does. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError'
}

/**
 * Reads tracks and duration of a progressive MP4 or a WebM by ranged reads. The duration comes from the
 * samples, since a header's could be false: from the sample tables, or the cluster that the last cue names. A
 * WebM without a duration in its header is a recorder's raw output without cues, so it isn't walked to its
 * end.
 */
export async function probeVideo(read: ReadAt, size: number): Promise<Probe> {
  let failure: unknown = null
  let reads = 0
  const source = new CustomSource({
    getSize: () => size,
    read: async (start, end) => {
      if (++reads > maxReads) throw new ProbeError('The file takes too many reads.')
      try {
        return await read(start, end - start)
      } catch (error) {
        failure = error
        throw error
      }
    },
    prefetchProfile: 'network',
    // A prefetch that fails after the result is known doesn't matter.
    handleUnhandledError: () => undefined,
  })
  const input = new Input({ source, formats: [MP4, WEBM] })
  try {
    const video = await input.getVideoTracks()
    const audio = await input.getAudioTracks()
    return {
      duration: (await input.getDurationFromMetadata()) === null ? null : await input.computeDuration(),
      video: await Promise.all(video.map(videoFacts)),
      audio: await Promise.all(audio.map(codecName)),
    }
  } catch (error) {
    // A failure of R2 is not the file's fault: the caller may try again.
    if (failure) throw failure
    const reason = error instanceof UnsupportedInputFormatError ? 'No such container.' : String(error)
    throw new ProbeError(reason, { cause: error })
  } finally {
    input.dispose()
  }
}

/** Reads no sample: walking the fragments of an hour would take thousands of reads. */
export async function probeInit(init: Uint8Array): Promise<InitProbe> {
  const input = new Input({ source: new BufferSource(init), formats: [MP4] })
  try {
    const video = await input.getVideoTracks()
    const audio = await input.getAudioTracks()
    const tracks = [...video, ...audio]
    const parameters = await Promise.all(tracks.map((track) => track.getCodecParameterString()))
    const resolutions = await Promise.all(tracks.map((track) => track.getTimeResolution()))
    return {
      duration: null,
      video: await Promise.all(video.map(videoFacts)),
      audio: await Promise.all(audio.map(codecName)),
      codecs: parameters.filter((each) => each !== null).join(','),
      timescales: new Map(tracks.map((track, at) => [track.id, resolutions[at] ?? 0])),
    }
  } catch (error) {
    throw new ProbeError(String(error), { cause: error })
  } finally {
    input.dispose()
  }
}

async function videoFacts(track: InputVideoTrack): Promise<VideoFacts> {
  return {
    codec: await codecName(track),
    parameters: await track.getCodecParameterString(),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
  }
}

async function codecName(track: InputTrack): Promise<string> {
  const id = await track.getInternalCodecId()
  return isProtected(id) ? id : ((await track.getCodec()) ?? String(id ?? 'unknown'))
}
