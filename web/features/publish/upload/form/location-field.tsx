import { MapPin, X } from 'lucide-react'
import { useState } from 'react'
import { locationDecimals } from '#contract/values/shared/limits'
import { Button } from '#web/ui/button.tsx'
import { errorToast } from '#web/ui/feedback/toast'
import { LocationError, locate, type Place } from './locate'

export interface LocationFieldProps {
  value: Place | null
  onChange: (place: Place | null) => void
}

/** Asks for a location on a click only, rounded to about a kilometre. */
export function LocationField({ value, onChange }: LocationFieldProps) {
  const [busy, setBusy] = useState(false)

  async function get() {
    setBusy(true)
    try {
      onChange(await locate())
    } catch (error) {
      if (!(error instanceof LocationError)) throw error
      errorToast('Location Error', error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid gap-0.5">
        <p className="font-medium">Location</p>
        <p className="text-faint text-meta tabular-nums" aria-live="polite">
          {value
            ? `${value.latitude.toFixed(locationDecimals)}, ${value.longitude.toFixed(locationDecimals)} (about 1 km around)`
            : 'Optional. Only you and administrators see it.'}
        </p>
      </div>
      {value ? (
        <Button onClick={() => onChange(null)}>
          <X aria-hidden="true" className="size-4" />
          Remove
        </Button>
      ) : (
        <Button onClick={get} busy={busy}>
          <MapPin aria-hidden="true" className="size-4" />
          Get Location
        </Button>
      )}
    </div>
  )
}
