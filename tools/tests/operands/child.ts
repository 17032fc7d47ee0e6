import { Session } from './session.ts'

/** A change to try with tests; without one, the tests are only run as they are. */
export interface Ask {
  tests: readonly string[]
  change?: { file: string; text: string }
}

const session = new Session(process.argv[2] ?? '')
process.on('message', async ({ tests, change }: Ask) => {
  process.send?.(
    change ? await session.findingOf(change.file, change.text, tests) : await session.learn(tests),
  )
})
process.on('disconnect', () => process.exit())
