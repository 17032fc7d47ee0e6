import { readFileSync } from 'node:fs'

/**
 * Licences allowed in the worker and the web app. None requires more than its text and, for MPL-2.0, the
 * source of its own files.
 */
const shipped: ReadonlySet<string> = new Set(['0BSD', 'Apache-2.0', 'BSD-3-Clause', 'ISC', 'MIT', 'MPL-2.0'])

/** Licences also allowed for tools, which aren't distributed. */
const ofTools: ReadonlySet<string> = new Set([
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'CC0-1.0',
  // For data about browsers. Distributing it requires naming its source.
  'CC-BY-4.0',
  'LGPL-3.0-or-later',
])

interface Package {
  license?: string
  dev?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
}

interface Lockfile {
  packages: Record<string, Package>
}

/** Returns a line for each package of the lockfile under a licence that isn't on the list. */
export function wrongLicences(
  lockfile: Lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')),
): string[] {
  const { '': project, ...packages } = lockfile.packages
  return Object.entries(packages).flatMap(([path, each]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 13)
    const license = each.license ?? licenceOfMain(name, Object.values(packages))
    if (license !== undefined && isAllowed(license, each.dev === true)) return []
    return [
      `${name} is under ${license ?? 'no licence'}, which ${each.dev ? 'no tool' : 'nothing shipped'} may be`,
    ]
  })
}

/** Returns the licence of the package that asks for another platform's package, for which npm notes none. */
function licenceOfMain(name: string, packages: Package[]): string | undefined {
  return packages.find(({ optionalDependencies }) => optionalDependencies?.[name])?.license
}

/** Reads an SPDX expression without alternatives inside a conjunction. */
function isAllowed(license: string, isTool: boolean): boolean {
  const alternatives = license.replace(/^\(([^()]*)\)$/, '$1').split(' OR ')
  return alternatives.some((all) =>
    all.split(' AND ').every((one) => shipped.has(one) || (isTool && ofTools.has(one))),
  )
}
