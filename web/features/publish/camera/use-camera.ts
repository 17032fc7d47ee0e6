import { useCallback, useEffect, useState } from 'react'
import { endMini } from '#web/entities/video/playback/end-mini'
import { cameraErrorText, noStream } from './camera-error'

export type FacingMode = 'user' | 'environment'

/** The devices to open: a camera by its ID, or else by its facing mode. */
export interface CameraChoice {
  facingMode: FacingMode
  cameraId: string | null
  microphoneId: string | null
}

export interface Devices {
  cameras: MediaDeviceInfo[]
  microphones: MediaDeviceInfo[]
}

export type Camera =
  | { state: 'preparing' }
  | { state: 'error'; message: string }
  | { state: 'ready'; stream: MediaStream; devices: Devices }

const preparing: Camera = { state: 'preparing' }

/** Opens camera and microphone on the first render, and releases them on unmount. */
export function useCamera(choice: CameraChoice): { camera: Camera; retry: () => void } {
  const { facingMode, cameraId, microphoneId } = choice
  const [camera, setCamera] = useState<Camera>(preparing)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt requests the same devices again
  useEffect(() => {
    let stream: MediaStream | null = null
    let gone = false
    setCamera(preparing)
    openCamera({ facingMode, cameraId, microphoneId }).then(
      async (opened) => {
        if (gone) return stop(opened)
        stream = opened
        // The microphone would record it.
        endMini()
        const devices = await listDevices()
        if (gone) return
        // Unplugged, or revoked in the browser's own controls.
        opened.getVideoTracks()[0]?.addEventListener('ended', () => {
          if (!gone) setCamera({ state: 'error', message: noStream })
        })
        setCamera({ state: 'ready', stream: opened, devices })
      },
      async (error) => {
        const { cameras } = await listDevices()
        if (!gone) setCamera({ state: 'error', message: cameraErrorText(error, cameras.length > 0) })
      },
    )
    return () => {
      gone = true
      if (stream) stop(stream)
    }
  }, [facingMode, cameraId, microphoneId, attempt])

  return { camera, retry: useCallback(() => setAttempt((before) => before + 1), []) }
}

async function openCamera({ facingMode, cameraId, microphoneId }: CameraChoice): Promise<MediaStream> {
  const which = cameraId === null ? { facingMode } : { deviceId: { exact: cameraId } }
  return navigator.mediaDevices.getUserMedia({
    video: { ...which, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
    audio: microphoneId === null ? true : { deviceId: { exact: microphoneId } },
  })
}

/**
 * Returns the devices, empty where the browser doesn't list them. Names are available only after permission,
 * hence once a camera is open.
 */
async function listDevices(): Promise<Devices> {
  const devices = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? []
  return {
    cameras: devices.filter(({ kind }) => kind === 'videoinput'),
    microphones: devices.filter(({ kind }) => kind === 'audioinput'),
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
