export { type CountAtPrice, hashAsStranger, usesOfNetworks } from './price'
