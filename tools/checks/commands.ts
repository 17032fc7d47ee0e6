import { readFileSync } from 'node:fs'
import { sourceFiles } from './imports.ts'

/** Returns a sentence for each npm command whose script is named otherwise or missing, and for each other file in scripts/. */
export function wrongCommands(
  commands: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts,
  files: readonly string[] = sourceFiles('scripts/**/*'),
): string[] {
  const own = new Set<string>()
  const wrong = Object.entries(commands).flatMap(([name, command]) => {
    const [script] = /\bscripts\/\S+/.exec(command) ?? []
    if (script === undefined) return []
    const named = `scripts/${name.replaceAll(':', '-')}.ts`
    own.add(named)
    if (script !== named) return [`npm run ${name} runs ${script}. Call it ${named}`]
    return files.includes(named) ? [] : [`npm run ${name} runs ${named}, which doesn't exist`]
  })
  const others = files.filter((file) => !own.has(file))
  return [
    ...wrong,
    ...others.map((file) => `${file} belongs to no npm command. Move it to bench/, build/ or tools/`),
  ]
}
