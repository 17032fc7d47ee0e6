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
  const { camera, retry } = useCamera(facingMode)
  const recording = useRecorder(camera.state === 'ready' ? camera.stream : null)
  const { recorder } = recording

  if (recorder.state === 'review') {
    return (
      <RecordingReview
        file={recorder.file}
        onDiscard={recording.discard}
        onUse={() => onDone(recorder.file)}
      />
    )
  }
  if (camera.state === 'error') {
    return (
      <div className="grid gap-4">
        <Alert tone="danger" title="Camera Error">
          {camera.message}
        </Alert>
        <div className="flex gap-3">
          <Button onClick={retry}>Retry</Button>
          <Button variant="ghost" onClick={() => onDone(null)}>
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
        <Button variant="ghost" onClick={() => onDone(null)}>
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
      onSwitch={() => setFacingMode((before) => (before === 'user' ? 'environment' : 'user'))}
      onRecord={recording.start}
      onStop={recording.stop}
      onCancel={() => (recorder.state === 'countdown' ? recording.abort() : onDone(null))}
    />
  )
}
