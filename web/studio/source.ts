import {
  BlobSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  UnsupportedInputFormatError,
  UrlSource,
  WEBM,
} from 'mediabunny'
import { type Container, chooseContainer } from './container'
import { checkDuration, checkSize, type VideoLimits } from './limits'
import { noPicture, Refusal, unreadable } from './refusal'

/** A chosen file after a first look: it can be published as a copy of these two tracks. */
export interface VideoSource {
  input: Input
  video: InputVideoTrack
  audio: InputAudioTrack | null
  container: Container
  /** Seconds. */
  duration: number
  /** As it is shown, rotation applied. */
  width: number
  height: number
}

/** Opens a file, or an address of our own that answers ranges. */
export function openInput(video: Blob | string): Input {
  const source = typeof video === 'string' ? new UrlSource(video) : new BlobSource(video)
  return new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA] })
}

/** Reads what a file is. Throws Refusal; the input is closed then. */
export async function readSource(file: Blob, limits: VideoLimits): Promise<VideoSource> {
  checkSize(file.size, limits)
  const input = openInput(file)
  try {
    return await inspect(input, limits)
  } catch (error) {
    input.dispose()
    if (error instanceof Refusal) throw error
    // Everything else is the file's fault: cut off, damaged, or not what its name says.
    throw new Refusal(unreadable, { cause: error })
  }
}

async function inspect(input: Input, limits: VideoLimits): Promise<VideoSource> {
  if (!(await input.canRead())) throw new UnsupportedInputFormatError()
  const video = await input.getPrimaryVideoTrack()
  if (!video) throw new Refusal(noPicture)
  const audio = await video.getPrimaryPairableAudioTrack()
  const container = chooseContainer(await video.getCodec(), audio ? await audio.getCodec() : undefined)

  const tracks = audio ? [video, audio] : [video]
  const duration = (await input.getDurationFromMetadata(tracks)) ?? (await input.computeDuration(tracks))
  checkDuration(duration, limits)
  const [width, height] = await Promise.all([video.getDisplayWidth(), video.getDisplayHeight()])
  return { input, video, audio, container, duration, width, height }
}
