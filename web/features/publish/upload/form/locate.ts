import { locationDecimals } from '#contract/values/shared/limits'

export interface Place {
  latitude: number
  longitude: number
}

/** Milliseconds that the browser may take. */
const timeout = 10_000

const sentences: Record<number, string> = {
  1: 'Location permission denied',
  2: 'Location information is unavailable',
  3: 'Location request timed out',
}

/** A sentence that says why there is no location. */
export class LocationError extends Error {
  override readonly name = 'LocationError'
}

/** Returns the browser's location, rounded before any other code sees it. Throws LocationError. */
export function locate(): Promise<Place> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      return reject(new LocationError('Geolocation is not supported by your browser'))
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) }),
      ({ code }) =>
        reject(new LocationError(sentences[code] ?? 'Unknown error occurred while getting location')),
      { timeout },
    )
  })
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(locationDecimals))
}
