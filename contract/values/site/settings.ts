export const siteNameLength = { min: 1, max: 60 } as const
export const siteDescriptionLength = { max: 300 } as const
/** Limits of the settings, in seconds, bytes and videos. */
export const settingLimits = {
  minDuration: { min: 1, max: 3600 },
  maxDuration: { min: 1, max: 86_400 },
  maxUploadBytes: { min: 1e6, max: 5e12 },
  historyLimit: { min: 50, max: 10_000 },
} as const
