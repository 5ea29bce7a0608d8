import globalData from '@csstools/postcss-global-data';
import customMedia from 'postcss-custom-media';

/** Every stylesheet knows the breakpoints: `@media (--below-sm)`. */
export default {
  plugins: [
    globalData({ files: [`${import.meta.dirname}/src/app/theme/breakpoints.css`] }),
    customMedia(),
  ],
};
