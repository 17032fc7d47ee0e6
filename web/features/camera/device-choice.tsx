import { Field } from '../../ui/field'
import { Select } from '../../ui/select'

export interface DeviceChoiceProps {
  label: 'Camera' | 'Microphone'
  devices: MediaDeviceInfo[]
  /** The one that is open. */
  current: string | undefined
  disabled: boolean
  onChoose: (deviceId: string) => void
}

/** Which of several devices is used; nothing where there is no choice. */
export function DeviceChoice({ label, devices, current, disabled, onChoose }: DeviceChoiceProps) {
  if (devices.length < 2) return null
  return (
    <Field label={label} className="min-w-0 flex-1 basis-52">
      <Select value={current} disabled={disabled} onChange={(event) => onChoose(event.target.value)}>
        {devices.map((device, index) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label || `${label} ${index + 1}`}
          </option>
        ))}
      </Select>
    </Field>
  )
}
