import { runnerImport } from 'vite'

// Node doesn't resolve imports without an extension.
const { distinctTags, maxTags, tagFault, tagName } = (
  await runnerImport<typeof import('#contract/values/videos/tags')>('./contract/values/videos/tags.ts')
).module

/** Reads tags separated by commas, each once. */
export function tagsOf(text: string): string[] {
  return distinctTags(text.split(',').map(tagName).filter(Boolean))
}

/** Returns the problems of a row's tags. */
export function problemsOfTags(tags: readonly string[]): string[] {
  return [
    ...tags.filter((name) => tagFault(name) !== null).map((name) => `“${name}” can't be a tag`),
    ...(tags.length > maxTags ? [`it has ${tags.length} tags, and may have ${maxTags}`] : []),
  ]
}

/** Returns another product's tags for the CSV, without those that can't be tags here. */
export function keptTags(tags: readonly string[]): string {
  const names = distinctTags(tags.map((each) => tagName(each.replaceAll(',', ' '))))
  return names
    .filter((name) => tagFault(name) === null)
    .slice(0, maxTags)
    .join(', ')
}
