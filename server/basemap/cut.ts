/**
 * Run in a process of its own by `prepareBasemap`: `node cut.ts <coarse|fine|satellite> <file>` cuts one archive of the
 * world and exits with 0 once the file is there.
 */
import { cutSatelliteWorld } from './satelliteWorld.ts'
import { cutVectorWorld } from './vectorWorld.ts'

const [archive, file] = process.argv.slice(2)
if (!file) throw new Error('no file named to cut into')
if (archive === 'satellite') cutSatelliteWorld(file)
else if (archive === 'coarse' || archive === 'fine') cutVectorWorld(archive, file)
else throw new Error(`unknown archive ${archive}`)
