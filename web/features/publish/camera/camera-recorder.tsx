import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { useViewer } from '#web/entities/viewer/viewer-query'
import type { VideoLimits } from '#web/studio/source/limits'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { findLeftRecording, removeRecording, whileHeld } from './kept-recordings'
import { LiveView } from './live-view'
import { RecordingReview } from './recording-review'
import { type CameraChoice, type Devices, useCamera } from './use-camera'
import { useRecorder } from './use-recorder'
import { useRepair } from './use-repair'

export interface CameraRecorderProps {
  /**
   * Receives a seekable MP4, or null when there is none. The file is readable until the promise settles with
   * whether it was accepted.
   */
  onDone: (recording: File | null) => Promise<boolean>
}

interface Recorded {
  file: File
  interrupted: boolean
}

const firstChoice: CameraChoice = { facingMode: 'user', cameraId: null, microphoneId: null }

/** Records with the device's camera and microphone. Nothing leaves the browser. */
export function CameraRecorder({ onDone }: CameraRecorderProps) {
  const { user } = useViewer()
  const { data: limits } = useQuery(settingsQuery)
  if (!user || !limits) return <Preparing onCancel={() => onDone(null)} />
  return <RecorderOf account={user.id} limits={limits} onDone={onDone} />
}

interface RecorderOfProps extends CameraRecorderProps {
  /** The account that owns the recordings. */
  account: number
  limits: VideoLimits
}

/** Renders the recorder of one account. */
export function RecorderOf({ account, limits, onDone }: RecorderOfProps) {
  const [choice, setChoice] = useState(firstChoice)
  const { repair, progress } = useRepair(limits)
  /** Undefined until the search for an earlier tab's recording is done. */
  const [recorded, setRecorded] = useState<Recorded | null>()
  useEffect(() => {
    let gone = false
    void findLeftRecording(account).then((file) => {
      if (!gone) setRecorded(file && { file, interrupted: true })
    })
    return () => {
      gone = true
    }
  }, [account])

  useEffect(() => {
    if (!recorded) return
    let release = () => {}
    void whileHeld(recorded.file.name, new Promise<void>((resolve) => (release = resolve)))
    return () => release()
  }, [recorded])

  async function use({ file }: Recorded) {
    const repaired = await repair(file)
    if (!repaired) return
    const handedOver = onDone(repaired.file)
    void whileHeld(file.name, handedOver)
    // A refused recording, for lack of space for example, is offered again.
    const taken = await handedOver
    if (taken) await removeRecording(account, file.name)
    await repaired.remove()
  }

  async function discard({ file }: Recorded) {
    setRecorded(null)
    await removeRecording(account, file.name)
  }

  if (recorded === undefined) return <Preparing onCancel={() => onDone(null)} />
  if (recorded) {
    return (
      <RecordingReview
        {...recorded}
        {...progress}
        onDiscard={() => void discard(recorded)}
        onUse={() => void use(recorded)}
      />
    )
  }
  return (
    <LiveCamera
      account={account}
      choice={choice}
      onChoice={setChoice}
      onRecorded={(file) => setRecorded({ file, interrupted: false })}
      onCancel={() => onDone(null)}
    />
  )
}

interface LiveCameraProps {
  account: number
  choice: CameraChoice
  onChoice: (choice: CameraChoice) => void
  onRecorded: (file: File) => void
  onCancel: () => void
}

/** A separate component, so that the camera turns off while its recording is reviewed. */
function LiveCamera({ account, choice, onChoice, onRecorded, onCancel }: LiveCameraProps) {
  const { camera, retry } = useCamera(choice)
  const recording = useRecorder(camera.state === 'ready' ? camera.stream : null, account, onRecorded)
  const { recorder } = recording

  if (camera.state === 'error') {
    return (
      <div className="grid gap-4">
        <Alert tone="danger" title="Camera Error">
          {camera.message}
        </Alert>
        <div className="flex gap-3">
          <Button onClick={retry}>Retry</Button>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    )
  }
  if (camera.state === 'preparing') return <Preparing onCancel={onCancel} />
  const { stream, devices } = camera
  return (
    <LiveView
      stream={stream}
      mirrored={facingOf(stream, choice) === 'user'}
      recorder={recorder}
      devices={devices}
      onCamera={(cameraId) => onChoice({ ...choice, cameraId })}
      onMicrophone={(microphoneId) => onChoice({ ...choice, microphoneId })}
      onSwitch={() => onChoice(otherCamera(choice, stream, devices))}
      onRecord={recording.start}
      onStop={recording.stop}
      onCancel={() => (recorder.state === 'countdown' ? recording.abort() : onCancel())}
    />
  )
}

function Preparing({ onCancel }: { onCancel: () => void }) {
  return (
    <div
      role="status"
      className="grid aspect-video place-content-center justify-items-center gap-3 rounded-card bg-black text-dim"
    >
      <Spinner className="size-7" />
      <p>Preparing the camera. Your browser may ask for permission.</p>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

function facingOf(stream: MediaStream, { facingMode }: CameraChoice): string {
  return stream.getVideoTracks()[0]?.getSettings().facingMode ?? facingMode
}

/** Returns a phone's camera facing the other way, or the next device where cameras have no facing mode. */
function otherCamera(choice: CameraChoice, stream: MediaStream, { cameras }: Devices): CameraChoice {
  const { facingMode, deviceId } = stream.getVideoTracks()[0]?.getSettings() ?? {}
  if (facingMode !== undefined) {
    return { ...choice, facingMode: facingMode === 'user' ? 'environment' : 'user', cameraId: null }
  }
  const at = cameras.findIndex((camera) => camera.deviceId === deviceId)
  return { ...choice, cameraId: cameras[(at + 1) % cameras.length]?.deviceId ?? null }
}
