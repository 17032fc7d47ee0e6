import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { nothingRecorded } from './camera-error'
import { Recording, RecordingError } from './recording'

/** Seconds counted down before a recording. */
const countdownFrom = 3

export type Recorder =
  | { state: 'ready'; error: string | null }
  | { state: 'countdown'; count: number }
  | { state: 'recording'; seconds: number }
  | { state: 'stopping' }

const ready: Recorder = { state: 'ready', error: null }

/**
 * Holds the recorder's state: ready, countdown, recording. `onRecorded` receives the one recording when it
 * ends.
 */
export function useRecorder(stream: MediaStream | null, account: number, onRecorded: (file: File) => void) {
  const [recorder, setRecorder] = useState<Recorder>(ready)
  const recording = useRef<Recording | null>(null)

  const begin = useEffectEvent(() => {
    // The camera disconnected during the countdown.
    if (!stream) return setRecorder(ready)
    try {
      const running = new Recording(stream, account)
      recording.current = running
      setRecorder({ state: 'recording', seconds: 0 })
      void running.file.then((file) => {
        // WebKitGTK may write nothing at all, without an error.
        if (file.size === 0) setRecorder({ state: 'ready', error: nothingRecorded })
        else onRecorded(file)
      })
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error
      setRecorder({ state: 'ready', error: error.message })
    }
  })

  const count = recorder.state === 'countdown' ? recorder.count : null
  useEffect(() => {
    if (count === null) return
    const timer = setTimeout(() => {
      if (count > 1) setRecorder({ state: 'countdown', count: count - 1 })
      else begin()
    }, 1000)
    return () => clearTimeout(timer)
  }, [count])

  const isRecording = recorder.state === 'recording'
  useEffect(() => {
    if (!isRecording) return
    const start = performance.now()
    const timer = setInterval(
      () => setRecorder({ state: 'recording', seconds: (performance.now() - start) / 1000 }),
      250,
    )
    return () => clearInterval(timer)
  }, [isRecording])

  // A recording ends with its camera, and when the page is left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stream is another camera
  useEffect(() => () => recording.current?.stop(), [stream])

  return {
    recorder,
    start: () => setRecorder({ state: 'countdown', count: countdownFrom }),
    /** Ends a countdown. */
    abort: () => setRecorder(ready),
    stop: () => {
      setRecorder({ state: 'stopping' })
      recording.current?.stop()
    },
  }
}
