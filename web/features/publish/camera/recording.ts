import { cannotRecord } from './camera-error'
import { startKeeper } from './keeper'
import { whileHeld } from './kept-recordings'
import { chooseFormat, recordingName } from './recording-format'

/** Milliseconds of media in a chunk. */
const chunkLength = 100

/** A sentence that says why nothing was recorded. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}

/** One recording of a stream. Throws RecordingError when the browser can't record it. */
export class Recording {
  /** The recorded file, available after stop() or once the camera disconnects. */
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
          // The format written, which isn't always the one requested.
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
