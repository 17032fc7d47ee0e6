import { useCallback, useEffect, useState } from 'react'
import { cameraErrorText, noStream } from './camera-error'

export type FacingMode = 'user' | 'environment'

export type Camera =
  | { state: 'preparing' }
  | { state: 'error'; message: string }
  | { state: 'ready'; stream: MediaStream; cameras: number }

const preparing: Camera = { state: 'preparing' }

/** The camera and the microphone, from the first render until the component goes. */
export function useCamera(facingMode: FacingMode): { camera: Camera; retry: () => void } {
  const [camera, setCamera] = useState<Camera>(preparing)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again for the same
  useEffect(() => {
    let stream: MediaStream | null = null
    let gone = false
    setCamera(preparing)
    openCamera(facingMode).then(
      async (opened) => {
        if (gone) return stop(opened)
        stream = opened
        const cameras = await countCameras()
        if (gone) return
        // Unplugged, or taken back in the browser's own controls.
        opened.getVideoTracks()[0]?.addEventListener('ended', () => {
          if (!gone) setCamera({ state: 'error', message: noStream })
        })
        setCamera({ state: 'ready', stream: opened, cameras })
      },
      (error) => {
        if (!gone) setCamera({ state: 'error', message: cameraErrorText(error) })
      },
    )
    return () => {
      gone = true
      if (stream) stop(stream)
    }
  }, [facingMode, attempt])

  return { camera, retry: useCallback(() => setAttempt((before) => before + 1), []) }
}

async function openCamera(facingMode: FacingMode): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
    audio: true,
  })
}

/** One, where the browser doesn't say. */
async function countCameras(): Promise<number> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => null)
  if (!devices) return 1
  return devices.filter(({ kind }) => kind === 'videoinput').length
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
