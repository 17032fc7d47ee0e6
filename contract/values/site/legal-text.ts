export const legalTitleLength = { min: 1, max: 100 } as const
export const legalBodyLength = { min: 1, max: 60_000 } as const
/** Settings that a legal page's title and text may contain, as in `{siteName}`. */
export const legalPlaceholders = ['siteName', 'contactEmail', 'siteUrl', 'historyLimit'] as const
export type LegalPlaceholder = (typeof legalPlaceholders)[number]
