import { buildWeb } from './build-web.ts';
import { installForProduction, InstallError } from './install.mjs';

/** Builds the web app, then removes the packages that only develop, test and demonstrate the product. */
const installProduction = async () => {
  await buildWeb(console.log);
  installForProduction();
  console.log('Installed without demo data, tests and build tools.');
};

try {
  await installProduction();
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  console.error(`\n${error.message}\n`);
  process.exitCode = 1;
}
