export { getEmbed, requireEmbeddable } from './get-embed'
