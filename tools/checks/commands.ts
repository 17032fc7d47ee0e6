import { readFileSync } from 'node:fs'
import { sourceFiles } from './imports.ts'

/** Returns a sentence for each npm command whose script has another name, and for each file of scripts/ that is no command's. */
export function wrongCommands(
  commands: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts,
  files: readonly string[] = sourceFiles('scripts/**/*'),
): string[] {
  const own = new Map<string, string>()
  const wrong = Object.entries(commands).flatMap(([name, command]) => {
    const [script] = /\bscripts\/\S+/.exec(command) ?? []
    if (script === undefined) return []
    const named = `scripts/${name.replaceAll(':', '-')}.ts`
    own.set(named, name)
    if (script !== named) return [`npm run ${name} runs ${script}. Call it ${named}`]
    return files.includes(named) ? [] : [`npm run ${name} runs ${named}, which doesn't exist`]
  })
  const others = files.filter((file) => !own.has(file))
  return [
    ...wrong,
    ...others.map(
      (file) => `${file} is no npm command's. What commands share is in bench/, build/ or tools/`,
    ),
  ]
}
