import { useState } from 'react'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Spinner } from '../../ui/spinner'
import { LiveView } from './live-view'
import { RecordingReview } from './recording-review'
import { type FacingMode, useCamera } from './use-camera'
import { useRecorder } from './use-recorder'

export interface CameraRecorderProps {
  /** Gets the recording, or null when there is none to come. */
  onDone: (recording: File | null) => void
}

/** Records with the device's camera and microphone. Nothing leaves the browser. */
export function CameraRecorder({ onDone }: CameraRecorderProps) {
  const [facingMode, setFacingMode] = useState<FacingMode>('user')
  const [file, setFile] = useState<File | null>(null)
  if (file) {
    return <RecordingReview file={file} onDiscard={() => setFile(null)} onUse={() => onDone(file)} />
  }
  return (
    <LiveCamera
      facingMode={facingMode}
      onFacingMode={setFacingMode}
      onRecorded={setFile}
      onCancel={() => onDone(null)}
    />
  )
}

interface LiveCameraProps {
  facingMode: FacingMode
  onFacingMode: (mode: FacingMode) => void
  onRecorded: (file: File) => void
  onCancel: () => void
}

/** A component of its own, so that the camera goes off while its recording is looked at. */
function LiveCamera({ facingMode, onFacingMode, onRecorded, onCancel }: LiveCameraProps) {
  const { camera, retry } = useCamera(facingMode)
  const recording = useRecorder(camera.state === 'ready' ? camera.stream : null, onRecorded)
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
  if (camera.state === 'preparing') {
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
  return (
    <LiveView
      stream={camera.stream}
      mirrored={facingMode === 'user'}
      recorder={recorder}
      canSwitch={camera.cameras > 1 && recorder.state === 'ready'}
      onSwitch={() => onFacingMode(facingMode === 'user' ? 'environment' : 'user')}
      onRecord={recording.start}
      onStop={recording.stop}
      onCancel={() => (recorder.state === 'countdown' ? recording.abort() : onCancel())}
    />
  )
}
