/**
 * Every number that both sides need. Sizes are in bytes and durations in seconds unless the name says
 * otherwise.
 */

export const MiB = 1024 * 1024

export const titleLength = { min: 3, max: 100 } as const
export const descriptionLength = { max: 500 } as const
/** Characters, not UTF-16 units. */
export const usernameLength = { min: 3, max: 30 } as const
export const passwordLength = { min: 6, maxBytes: 1024 } as const
export const emailLength = { max: 254 } as const
export const urlLength = { max: 2048 } as const
export const searchLength = { max: 80 } as const
export const fileNameLength = { max: 255 } as const

export const pageSize = { default: 24, max: 50 } as const

/** Parts are equal, as R2 requires, and far above its 5 MiB minimum; the server dictates the size. */
export const partSize = 8 * MiB
export const partsAtOnce = 3
/** Largest picture accepted as a poster. */
export const maxImageBytes = 2 * MiB

/** Pixels across of a poster's pictures, widest first; a narrower poster isn't scaled up. */
export const posterWidths = [1280, 640, 320] as const
export const posterQuality = 0.8
/** Position of the default poster, as a share of the duration. */
export const posterPosition = 0.25

/** Seconds of playback that count as a view, and seconds in which the same viewer isn't counted again. */
export const viewAfter = 5
export const viewWindow = 30 * 60
/** Views of a video that count from one network address in an hour, no matter who watches. */
export const viewsPerAddress = 6

/** Numbers of videos that sections and lists of a page show: decided for the product, not derived. */
export const counts = {
  featured: 5,
  section: 5,
  related: 8,
  premiumPage: 20,
  categorySkeletons: 15,
  ownSkeletons: 10,
  chipSkeletons: 6,
} as const

export const minimumAge = 18
/** About 1 km; nothing finer is ever stored. */
export const locationDecimals = 2

export const ageCookie = { name: 'age_verified', value: '1', maxAge: 365 * 24 * 3600 } as const
export const ageStorage = { key: 'ageVerified', value: 'true' } as const
