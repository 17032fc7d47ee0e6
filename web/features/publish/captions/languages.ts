import { languageName } from '#contract/values/videos/languages'

export interface Language {
  tag: string
  name: string
}

const tags = [
  'ar bg bn ca cs da de el en es es-419 et fa fi fil fr he hi hr hu id it ja ko lt lv ms nl no',
  'pl pt-BR pt-PT ro ru sk sl sr sv ta te th tr uk ur vi zh-Hans zh-Hant',
].flatMap((line) => line.split(' '))

/** Languages offered by their English names; any other is typed as a tag. */
export const commonLanguages: readonly Language[] = tags
  .map((tag) => ({ tag, name: languageName(tag) }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))
