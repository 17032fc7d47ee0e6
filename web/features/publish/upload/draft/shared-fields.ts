import { emptyDetails, type VideoDetails } from './details'
import type { Draft } from './draft'

/** Fields that videos uploaded together often have in common. */
export interface SharedField {
  label: string
  isFilled: (source: Draft) => boolean
  apply: (source: Draft, target: Draft) => Draft
}

export const sharedFields: readonly SharedField[] = [
  ofDetails('Description', ['description']),
  ofDetails('Category', ['categoryId']),
  ofDetails('Tags', ['tags']),
  ofDetails('Premium content', ['isPremium', 'posterStyle']),
  ofDetails('Visibility', ['visibility', 'publishAt']),
  ofDetails('Downloads', ['allowDownload']),
  {
    label: 'Location',
    isFilled: ({ location }) => location !== null,
    apply: ({ location }, target) => ({ ...target, location }),
  },
]

function ofDetails(label: string, names: readonly (keyof VideoDetails)[]): SharedField {
  return {
    label,
    isFilled: ({ details }) =>
      names.some((name) => JSON.stringify(details[name]) !== JSON.stringify(emptyDetails[name])),
    apply: ({ details }, target) => {
      const shared = Object.fromEntries(names.map((name) => [name, details[name]]))
      return { ...target, details: { ...target.details, ...shared } }
    },
  }
}

/** Returns a draft with these fields of another. */
export function withShared(source: Draft, target: Draft, fields: readonly SharedField[]): Draft {
  return fields.reduce((draft, field) => field.apply(source, draft), target)
}
