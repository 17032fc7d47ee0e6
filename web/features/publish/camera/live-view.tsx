import clsx from 'clsx'
import { Circle, Square, SwitchCamera } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatDuration } from '#contract/values/shared/duration'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { DeviceChoice } from './device-choice'
import { LevelMeter } from './level-meter'
import type { Devices } from './use-camera'
import type { Recorder } from './use-recorder'

export interface LiveViewProps {
  stream: MediaStream
  /** Mirrored, for the camera that faces the user. */
  mirrored: boolean
  recorder: Recorder
  devices: Devices
  onCamera: (deviceId: string) => void
  onMicrophone: (deviceId: string) => void
  onSwitch: () => void
  onRecord: () => void
  onStop: () => void
  onCancel: () => void
}

export function LiveView(props: LiveViewProps) {
  const { stream, mirrored, recorder, devices, onSwitch, onRecord, onStop, onCancel } = props
  const fixed = recorder.state === 'ready' ? undefined : 'Finish recording first'
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])

  return (
    <div className="grid gap-4">
      <div className="relative aspect-video max-h-[60vh] overflow-hidden rounded-card bg-black">
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          aria-label="Live camera preview"
          className={clsx('size-full object-contain', mirrored && '-scale-x-100')}
        />
        {recorder.state === 'countdown' ? (
          <p
            role="status"
            className="absolute inset-0 grid place-items-center bg-black/45 font-bold text-[6rem] text-white tabular-nums"
          >
            <span key={recorder.count} className="animate-rise">
              {recorder.count}
            </span>
          </p>
        ) : null}
        {recorder.state === 'recording' ? (
          <p className="absolute top-3 left-3 flex items-center gap-2 rounded-full bg-black/70 px-3 py-1 font-medium text-meta text-white tabular-nums">
            <span aria-hidden="true" className="size-2.5 animate-pulse rounded-full bg-danger" />
            <span className="sr-only">Recording</span>
            <time role="timer">{formatDuration(recorder.seconds)}</time>
          </p>
        ) : null}
      </div>
      {recorder.state === 'ready' && recorder.error ? <Alert tone="danger">{recorder.error}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        {recorder.state === 'recording' || recorder.state === 'stopping' ? (
          <Button onClick={onStop} busy={recorder.state === 'stopping'}>
            <Square aria-hidden="true" className="size-4 fill-current text-danger" />
            Stop
          </Button>
        ) : (
          <Button
            onClick={onRecord}
            disabled={recorder.state === 'countdown'}
            title={recorder.state === 'countdown' ? 'Recording starts in a moment' : undefined}
          >
            <Circle aria-hidden="true" className="size-4 fill-current text-danger" />
            Record
          </Button>
        )}
        <Button
          onClick={onSwitch}
          disabled={fixed !== undefined || devices.cameras.length < 2}
          title={devices.cameras.length < 2 ? 'This device has no other camera' : fixed}
        >
          <SwitchCamera aria-hidden="true" className="size-4" />
          Switch Camera
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <LevelMeter stream={stream} />
      <div className="flex flex-wrap gap-3">
        <DeviceChoice
          label="Camera"
          devices={devices.cameras}
          current={stream.getVideoTracks()[0]?.getSettings().deviceId}
          fixed={fixed}
          onChoose={props.onCamera}
        />
        <DeviceChoice
          label="Microphone"
          devices={devices.microphones}
          current={stream.getAudioTracks()[0]?.getSettings().deviceId}
          fixed={fixed}
          onChoose={props.onMicrophone}
        />
      </div>
    </div>
  )
}
