import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import { cutOut } from './cut-out.ts'

/**
 * Leaves out React's keys of an icon's parts, random text that doesn't compress: an icon's parts never change places,
 * and only React's development build asks for keys.
 */
export const withoutIconKeys: Plugin = {
  name: 'without-icon-keys',
  apply: 'build',
  transform: {
    filter: { id: /\/lucide-react\/.*\/icons\// },
    handler(code, id) {
      const cuts: ESTree.Span[] = []
      new Visitor({
        Property(node) {
          if (node.key.type === 'Identifier' && node.key.name === 'key') cuts.push(node)
        },
      }).visit(parseSync(id, code).program)
      return cutOut(code, cuts)
    },
  },
}
