import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

export interface DeviceChoiceProps {
  label: 'Camera' | 'Microphone'
  devices: MediaDeviceInfo[]
  /** The device in use. */
  current: string | undefined
  /** Why it can't be changed now; undefined when it can. */
  fixed: string | undefined
  onChoose: (deviceId: string) => void
}

/** Selects one of several devices; renders nothing where there is no choice. */
export function DeviceChoice({ label, devices, current, fixed, onChoose }: DeviceChoiceProps) {
  if (devices.length < 2) return null
  return (
    <Field label={label} className="min-w-0 flex-1 basis-52">
      <Select
        value={current}
        disabled={fixed !== undefined}
        title={fixed}
        onChange={(event) => onChoose(event.target.value)}
      >
        {devices.map((device, index) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label || `${label} ${index + 1}`}
          </option>
        ))}
      </Select>
    </Field>
  )
}
