import { cannotRecord } from './camera-error'
import { startKeeper } from './keeper'
import { whileHeld } from './kept-recordings'
import { chooseFormat, recordingName } from './recording-format'

/** Milliseconds of media in a chunk. */
const chunkLength = 100

/** Why nothing was recorded, in a sentence. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}

/** One recording of a stream. Throws RecordingError when the browser can't. */
export class Recording {
  /** What was recorded; comes after stop(), or when the camera goes away by itself. */
  readonly file: Promise<File>
  readonly #recorder: MediaRecorder

  constructor(stream: MediaStream, account: number) {
    const chunks: Blob[] = []
    try {
      const mimeType = chooseFormat((type) => MediaRecorder.isTypeSupported(type))
      const recorder = new MediaRecorder(stream, { mimeType })
      const name = recordingName(mimeType, new Date())
      const keeper = startKeeper(account, name)
      recorder.addEventListener('dataavailable', ({ data }) => {
        if (data.size === 0) return
        chunks.push(data)
        keeper.keep(data)
      })
      this.#recorder = recorder
      this.file = new Promise((resolve) => {
        recorder.addEventListener('stop', async () => {
          await keeper.close()
          // What was written, which isn't always what was asked for.
          const type = recorder.mimeType.split(';')[0] || 'video/webm'
          resolve(new File(chunks, name, { type }))
        })
      })
      void whileHeld(name, this.file)
      recorder.start(chunkLength)
    } catch (error) {
      throw new RecordingError(cannotRecord, { cause: error })
    }
  }

  stop(): void {
    if (this.#recorder.state !== 'inactive') this.#recorder.stop()
  }
}
