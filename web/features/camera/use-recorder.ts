import { useCallback, useEffect, useRef, useState } from 'react'
import { Recording, RecordingError } from './recording'

/** Seconds counted down before a recording. */
const countdownFrom = 3

export type Recorder =
  | { state: 'ready'; error: string | null }
  | { state: 'countdown'; count: number }
  | { state: 'recording'; seconds: number }
  | { state: 'stopping' }
  | { state: 'review'; file: File }

const ready: Recorder = { state: 'ready', error: null }

/** Ready, countdown, recording, review: one recording at a time. */
export function useRecorder(stream: MediaStream | null) {
  const [recorder, setRecorder] = useState<Recorder>(ready)
  const recording = useRef<Recording | null>(null)

  const begin = useCallback(() => {
    if (!stream) return
    try {
      const running = new Recording(stream)
      recording.current = running
      setRecorder({ state: 'recording', seconds: 0 })
      void running.file.then((file) => setRecorder({ state: 'review', file }))
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error
      setRecorder({ state: 'ready', error: error.message })
    }
  }, [stream])

  const count = recorder.state === 'countdown' ? recorder.count : null
  useEffect(() => {
    if (count === null) return
    const timer = setTimeout(() => {
      if (count > 1) setRecorder({ state: 'countdown', count: count - 1 })
      else begin()
    }, 1000)
    return () => clearTimeout(timer)
  }, [count, begin])

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

  // Leaving the page ends a recording that nobody will ask for.
  useEffect(() => () => recording.current?.stop(), [])

  return {
    recorder,
    start: () => setRecorder({ state: 'countdown', count: countdownFrom }),
    /** Ends a countdown. */
    abort: () => setRecorder(ready),
    stop: () => {
      setRecorder({ state: 'stopping' })
      recording.current?.stop()
    },
    discard: () => setRecorder(ready),
  }
}
